import type http from 'node:http'
import { type Duplex, pipeline, type Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { OutsideError, type OutsideReason } from './outside-error.ts'

export type OutsideAnswer = {
  url: string
  status: number
  headers: Record<string, string>
  /** without parameters; '' if absent */
  type: string
  charset: string | undefined
}

type Bounds = {
  types?: readonly string[] | undefined
  maxBytes: number
}

const unpackers: Record<string, () => Duplex> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
}

/** @throws OutsideError for a type or size that was not allowed */
export function answerOf(
  response: http.IncomingMessage,
  url: URL,
  bounds: Bounds,
  signal: AbortSignal,
): OutsideAnswer & { body: Readable } {
  const { type, charset } = readContentType(response.headers['content-type'] ?? '')
  const status = response.statusCode ?? 0
  const refuse = (reason: OutsideReason): never => {
    response.destroy()
    throw new OutsideError(reason)
  }
  const hasBody = status !== 304 && status !== 204
  if (status < 300 && hasBody && bounds.types && !bounds.types.some(wanted => fits(type, wanted))) refuse('wrong_type')
  const maxBytes = bounds.maxBytes
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
  const packed = encoding !== '' && encoding !== 'identity'
  const unpacker = unpackers[encoding]
  if (packed && !unpacker) refuse('wrong_type')
  if (!packed && Number(response.headers['content-length'] ?? 0) > maxBytes) refuse('too_large')
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  const body = bounded(response, packed && hasBody ? unpacker : undefined, maxBytes, signal)
  return { url: url.href, status, headers, type, charset, body }
}

/** Counted as received and after unpacking, so that a zip bomb is cut at the limit. */
function bounded(
  response: http.IncomingMessage,
  unpacker: (() => Duplex) | undefined,
  maxBytes: number,
  signal: AbortSignal,
): Readable {
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(new OutsideError('too_large'))
      else done(null, chunk)
    },
  })
  const stop = (): void => void meter.destroy(new OutsideError('unreachable'))
  signal.addEventListener('abort', stop, { once: true })
  meter.once('close', () => signal.removeEventListener('abort', stop))
  // An unread body may fail silently.
  meter.on('error', () => {})
  pipeline([response, ...(unpacker ? [unpacker()] : []), meter], () => {})
  return meter
}

function readContentType(value: string): { type: string; charset: string | undefined } {
  const [type = ''] = value.split(';')
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(value)?.[1]?.toLowerCase()
  return { type: type.trim().toLowerCase(), charset }
}

function fits(type: string, wanted: string): boolean {
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
