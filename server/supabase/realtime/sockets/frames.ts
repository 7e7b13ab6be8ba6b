import { isDeeper } from '#platform/http/json-depth.ts'

export type Version = '1.0.0' | '2.0.0'

export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export type BroadcastPayload = { type: 'broadcast'; event: string; payload: unknown }

const pushKind = 3
const broadcastKind = 4
const asJson = 1
const deepest = 64
const decoder = new TextDecoder('utf-8', { fatal: true })
const encoder = new TextEncoder()

/** @returns undefined for an invalid frame */
export function readFrame(data: Uint8Array, isBinary: boolean, version: Version): Frame | undefined {
  try {
    if (isBinary) return version === '2.0.0' ? readPush(data) : undefined
    const message = parseJson(decoder.decode(data))
    if (version === '2.0.0') {
      if (!Array.isArray(message)) return undefined
      const [joinRef, ref, topic, event, payload] = message as unknown[]
      return checked(joinRef, ref, topic, event, payload)
    }
    const { join_ref: joinRef, ref, topic, event, payload } = message as Record<string, unknown>
    return checked(joinRef, ref, topic, event, payload)
  } catch {
    return undefined
  }
}

export function writeFrame({ joinRef, ref, topic, event, payload }: Frame, version: Version): string {
  return JSON.stringify(
    version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef },
  )
}

/** @returns undefined where the version cannot carry it: bytes in 1.0.0, names beyond 255 bytes */
export function writeBroadcast(
  topic: string,
  event: string,
  payload: unknown,
  version: Version,
): string | Uint8Array | undefined {
  if (!(payload instanceof Uint8Array)) {
    const body: BroadcastPayload = { type: 'broadcast', event, payload }
    return writeFrame({ joinRef: null, ref: null, topic, event: 'broadcast', payload: body }, version)
  }
  const [topicBytes, eventBytes] = [encoder.encode(topic), encoder.encode(event)]
  if (version !== '2.0.0' || topicBytes.length > 255 || eventBytes.length > 255) return undefined
  const header = [broadcastKind, topicBytes.length, eventBytes.length, 0, 0]
  return Buffer.concat([Uint8Array.from(header), topicBytes, eventBytes, payload])
}

/** @param data JSON text, written once for many */
export function writeRowChange(
  { topic, joinRef }: { topic: string; joinRef: string | null },
  ids: number[],
  data: string,
  version: Version,
): string {
  const payload = `{"ids":${JSON.stringify(ids)},"data":${data}}`
  const [join, name] = [JSON.stringify(joinRef), JSON.stringify(topic)]
  return version === '2.0.0'
    ? `[${join},null,${name},"postgres_changes",${payload}]`
    : `{"topic":${name},"event":"postgres_changes","payload":${payload},"ref":null,"join_ref":${join}}`
}

/** Six lengths and an encoding, the texts, the payload. */
function readPush(data: Uint8Array): Frame | undefined {
  if (data.length < 7 || data[0] !== pushKind) return undefined
  let at = 7
  const texts = [1, 2, 3, 4, 5].map(position => {
    const end = at + (data[position] ?? 0)
    if (end > data.length) throw new RangeError('The frame is cut short.')
    const text = decoder.decode(data.subarray(at, end))
    at = end
    return text
  })
  const [joinRef, ref, topic, event = ''] = texts
  const rest = data.subarray(at)
  const content = data[6] === asJson ? parseJson(decoder.decode(rest)) : new Uint8Array(rest)
  const payload: BroadcastPayload = { type: 'broadcast', event, payload: content }
  return checked(joinRef || null, ref || null, topic, 'broadcast', payload)
}

function parseJson(text: string): unknown {
  if (isDeeper(text, deepest)) throw new RangeError('The frame nests too deep.')
  return JSON.parse(text)
}

function checked(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame | undefined {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  return { joinRef: textOf(joinRef), ref: textOf(ref), topic, event, payload }
}

function textOf(ref: unknown): string | null {
  return typeof ref === 'string' || typeof ref === 'number' ? String(ref) : null
}
