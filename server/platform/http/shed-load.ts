import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { errorText } from '#shared/errors.ts'
import type { Log } from '../log.ts'

export type LoadLimits = {
  /** Requests at once. Reads are refused from three quarters of it: what customers write goes before what is only shown. */
  maxAtOnce: number
  /** Those older wait for something outside, such as a language model, and weigh nothing. */
  youngMs: number
  /** How late the event loop comes to what is due. */
  maxLagMs: number
}

const limits: LoadLimits = { maxAtOnce: 64, youngMs: 5000, maxLagMs: 100 }
/** Fewer are not why the event loop is late: the machine is. */
const few = 1 / 4
const tickMs = 20
const reportEveryMs = 10_000
/** What watches the program must be answered; calls of platforms have a limit of their own, and come again later and later. */
const exempt = /^\/(?:healthz|readyz|metrics|hooks\/)/

type Admitted = { at: number; counts: boolean }

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
 * @param refusedOne is called for each
 */
export function shedLoad(
  server: Server,
  { log, refusedOne = () => {} }: { log: Log; refusedOne?: () => void },
  { maxAtOnce, youngMs, maxLagMs }: LoadLimits = limits,
): void {
  const queue: Admitted[] = []
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

  function letGo(one: Admitted | undefined): void {
    if (one?.counts) young--
    if (one) one.counts = false
  }

  function admits(request: IncomingMessage, now: number): boolean {
    while (queue[0] && (!queue[0].counts || now - queue[0].at > youngMs)) letGo(queue.shift())
    const max = request.method === 'GET' ? maxAtOnce * 0.75 : maxAtOnce
    return young < max && !(lagMs > maxLagMs && young >= maxAtOnce * few)
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
      // Not all in the same second.
      'retry-after': String(1 + (refused % 3)),
    })
    response.end(body)
  }

  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const passes = exempt.test(request.url ?? '')
    const now = performance.now()
    if (!passes && !admits(request, now)) return refuse(request, response)
    if (!passes) {
      const one = { at: now, counts: true }
      queue.push(one)
      young++
      response.once('close', () => letGo(one))
    }
    for (const handle of handlers) handle(request, response)
  })
}
