import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { errorText } from '#shared/errors.ts'
import type { Log } from '../log.ts'
import { identifiesNobody, peerOf } from './peer.ts'

export type LoadLimits = {
  /** Requests at once. Reads are refused from three quarters of it: what customers write goes before what is only shown. */
  maxAtOnce: number
  /** Those older wait for something outside, such as a language model, and weigh nothing. */
  youngMs: number
  /** So long a body that is on its way counts as if it were here, where it mostly is a moment later: else a rush of heads would be let in. */
  arrivingMs: number
  /** How late the event loop comes to what is due. */
  maxLagMs: number
}

const limits: LoadLimits = { maxAtOnce: 64, youngMs: 5000, arrivingMs: 250, maxLagMs: 100 }
/** Fewer are not why the event loop is late: the machine is. */
const few = 1 / 4
const tickMs = 20
const reportEveryMs = 10_000
/** Of the places, for one address: whoever fills them up must not be alone with the server. */
const peersShare = 1 / 4
/**
 * What watches the program must be answered; calls of platforms have a limit of their own, and come again later and later. A stream of events stays
 * open and costs next to nothing: it has limits of its own too, and after a restart all widgets open theirs at once.
 */
const exempt = /^\/(?:(?:healthz|readyz|metrics|widget\/v1\/events)(?:[?]|$)|hooks\/)/

/** One whose body stays away is no work: it weighs on its sender's share alone. */
type Place = { at: number; peer: string | undefined; isWork: boolean; isTaken: boolean }

const bodies = {
  vi: bodyIn('vi'),
  en: bodyIn('en'),
}

function bodyIn(language: 'vi' | 'en'): string {
  return JSON.stringify({ error: { code: 'server.busy', message: errorText('server.busy', language), details: {} } })
}

/**
 * More than can be answered soon is refused at once: taken in, it would make everybody late, and the answers useless. Before the routes, for a
 * refusal must cost a fraction of an answer.
 * @param addressOf of the sender, as the limits know it
 * @param refusedOne is called for each
 */
export function shedLoad(
  server: Server,
  {
    log,
    addressOf,
    refusedOne = () => {},
  }: { log: Log; addressOf: (request: IncomingMessage) => string; refusedOne?: () => void },
  { maxAtOnce, youngMs, arrivingMs, maxLagMs }: LoadLimits = limits,
): void {
  const queue: Place[] = []
  const arriving: Place[] = []
  const placesOf = new Map<string, number>()
  let young = 0
  let lagMs = 0
  let refused = 0
  let reportedAt = -Infinity
  let due = performance.now() + tickMs
  const ticking = setInterval(() => {
    const now = performance.now()
    lagMs = Math.max(0, now - due)
    due = now + tickMs
    if (refused === 0 || now - reportedAt < reportEveryMs) return
    log.warn(
      { refused, at_once: young, lag_ms: Math.round(lagMs) },
      'Too many requests at once: some have to come back',
    )
    reportedAt = now
    refused = 0
  }, tickMs).unref()
  server.on('close', () => clearInterval(ticking))

  function take(peer: string | undefined, isWhole: boolean, at: number): Place {
    const place = { at, peer, isWork: true, isTaken: true }
    queue.push(place)
    if (!isWhole) arriving.push(place)
    young++
    if (peer !== undefined) placesOf.set(peer, (placesOf.get(peer) ?? 0) + 1)
    return place
  }

  function endWork(place: Place | undefined): void {
    if (place?.isWork) young--
    if (place) place.isWork = false
  }

  function letGo(place: Place | undefined): void {
    endWork(place)
    if (!place?.isTaken) return
    place.isTaken = false
    if (place.peer === undefined) return
    const left = (placesOf.get(place.peer) ?? 0) - 1
    if (left > 0) placesOf.set(place.peer, left)
    else placesOf.delete(place.peer)
  }

  function admits(request: IncomingMessage, peer: string | undefined, now: number): boolean {
    while (queue[0] && (!queue[0].isTaken || now - queue[0].at > youngMs)) letGo(queue.shift())
    while (arriving[0] && (!arriving[0].isWork || now - arriving[0].at > arrivingMs)) endWork(arriving.shift())
    const max = request.method === 'GET' ? maxAtOnce * 0.75 : maxAtOnce
    if (young >= max || (lagMs > maxLagMs && young >= maxAtOnce * few)) return false
    return peer === undefined || (placesOf.get(peer) ?? 0) < maxAtOnce * peersShare
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    refused++
    refusedOne()
    const body = /^en/i.test(String(request.headers['accept-language'] ?? '')) ? bodies.en : bodies.vi
    response.writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      // Not all in the same second.
      'retry-after': String(1 + (refused % 3)),
    })
    response.end(body)
  }

  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!passes(request)) {
      const now = performance.now()
      const address = addressOf(request)
      const peer = !address || identifiesNobody(address) ? undefined : peerOf(address)
      if (!admits(request, peer, now)) return refuse(request, response)
      const whole = isWhole(request)
      let place = take(peer, whole, now)
      const begin = () => {
        letGo(place)
        place = take(peer, true, performance.now())
      }
      if (!whole) request.once('end', begin)
      response.once('close', () => {
        request.off('end', begin)
        letGo(place)
      })
    }
    for (const handle of handlers) handle(request, response)
  })
}

/** A browser that may not ask first never asks at all, and would show its page a broken network. */
function passes({ method, url = '' }: IncomingMessage): boolean {
  return method === 'OPTIONS' || exempt.test(url)
}

/** The routes wait for no body of a read. */
function isWhole({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}
