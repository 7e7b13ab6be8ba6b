import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { seconds } from '../clock.ts'
import { hostAndPort, isPublicAddress, numericHost, readOutsideUrl } from './public-address.ts'
import { OutsideError } from './outside-error.ts'
import { answerOf, type OutsideAnswer } from './read-answer.ts'

export type OutsideRequest = {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** For example 'text/*'; any if absent. */
  types?: readonly string[]
  /** Unpacked bytes; beyond this nothing is returned. */
  maxBytes?: number
  /** In total: name lookup, redirects, body. */
  timeoutMs?: number
  /** 0 returns the redirect itself. */
  redirects?: 0 | 1 | 2 | 3
  signal?: AbortSignal
  /** The address comes from the installation's settings, so it may be internal. Never for an address a person typed. */
  trusted?: boolean
}

export type Outside = {
  /** @throws OutsideError, but not for the answer's status */
  fetch(request: OutsideRequest): Promise<OutsideAnswer & { body: Buffer }>
  /** Streams the body, which breaks off at the limits with an OutsideError. */
  open(request: OutsideRequest): Promise<OutsideAnswer & { body: Readable }>
  mayCall(url: string): boolean
}

type Resolved = { address: string; family: number }
type Resolve = (host: string) => Promise<Resolved[]>

const LIMITS = { maxBytes: 5 * 1024 * 1024, timeoutMs: seconds(10), redirects: 3 } as const
/** Headers that may follow a redirect to another host; tokens and signatures may not. */
const harmless = new Set(['accept', 'accept-language', 'content-type'])

/** The only way to addresses people gave: connects to the very address that was checked, again at each redirect. */
export function makeOutside(
  settings: { allowedHosts: readonly string[]; agent: string },
  resolve: Resolve = host => lookup(host, { all: true, order: 'verbatim' }),
): Outside {
  const allowed = new Set(settings.allowedHosts.map(host => host.toLowerCase()))

  async function open(request: OutsideRequest): Promise<OutsideAnswer & { body: Readable }> {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? LIMITS.timeoutMs)
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
    let reached = false
    try {
      return await follow(request, signal, () => (reached = true))
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason
      throw new OutsideError(error instanceof OutsideError ? error.reason : 'unreachable', reached)
    }
  }

  async function follow(
    request: OutsideRequest,
    signal: AbortSignal,
    connected: () => void,
  ): Promise<OutsideAnswer & { body: Readable }> {
    let { url: text, method = 'GET', body } = request
    let headers = lowerCased(request.headers ?? {})
    const bounds = { types: request.types, maxBytes: request.maxBytes ?? LIMITS.maxBytes }
    const maxHops = request.redirects ?? (method === 'GET' || method === 'HEAD' ? LIMITS.redirects : 0)
    for (let hop = 0; ; hop++) {
      const url = request.trusted && hop === 0 ? new URL(text) : readOutsideUrl(text, allowed)
      if (!url) throw new OutsideError('address')
      const free = (request.trusted && hop === 0) || allowed.has(hostAndPort(url))
      const addresses = await resolved(url, free, signal)
      const response = await send(url, addresses, {
        method,
        headers: { 'user-agent': settings.agent, ...headers },
        body,
        signal,
        connected,
      })
      const target = redirectTarget(response, url)
      if (target === undefined || maxHops === 0) return answerOf(response, url, bounds, signal)
      response.destroy()
      if (hop >= maxHops) throw new OutsideError('redirects')
      if (!URL.canParse(target)) throw new OutsideError('address')
      if (new URL(target).origin !== url.origin) headers = harmlessHeaders(headers)
      const status = response.statusCode ?? 0
      if (status === 303 || (method === 'POST' && status < 303)) {
        method = method === 'HEAD' ? 'HEAD' : 'GET'
        body = undefined
      }
      text = target
    }
  }

  /** A single non-public address is enough to refuse: any of them might be used. */
  async function resolved(url: URL, free: boolean, signal: AbortSignal): Promise<Resolved[]> {
    const number = numericHost(url)
    if (number) return [{ address: number, family: number.includes(':') ? 6 : 4 }]
    const addresses = await unlessAborted(resolve(url.hostname), signal)
    if (addresses.length === 0) throw new OutsideError('unreachable')
    if (!free && !addresses.every(({ address }) => isPublicAddress(address))) throw new OutsideError('unreachable')
    return addresses
  }

  return {
    open,
    async fetch(request) {
      const { body, ...answer } = await open(request)
      const chunks: Buffer[] = []
      try {
        for await (const chunk of body) chunks.push(chunk as Buffer)
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason
        throw new OutsideError(error instanceof OutsideError ? error.reason : 'unreachable', true)
      }
      return { ...answer, body: Buffer.concat(chunks) }
    },
    mayCall: url => readOutsideUrl(url, allowed) !== undefined,
  }
}

type Sending = {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  signal: AbortSignal
  /** from here on the server may have received the request */
  connected: () => void
}

function send(
  url: URL,
  addresses: Resolved[],
  { method, headers, body, signal, connected }: Sending,
): Promise<http.IncomingMessage> {
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, addresses)
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }
  return new Promise((settle, fail) => {
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request(url, {
      method,
      agent: false,
      lookup,
      signal,
      maxHeaderSize: 16_384,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
    })
    sent.on('socket', socket => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected))
    sent.on('response', settle).on('error', fail).end(body)
  })
}

function redirectTarget(response: http.IncomingMessage, from: URL): string | undefined {
  const { location } = response.headers
  if (!location || ![301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) return undefined
  // Node gives header bytes as Latin-1; Vietnamese paths are UTF-8.
  const target = Buffer.from(location, 'latin1').toString('utf8')
  return URL.canParse(target, from.href) ? new URL(target, from.href).href : target
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function harmlessHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)))
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new OutsideError('unreachable'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
