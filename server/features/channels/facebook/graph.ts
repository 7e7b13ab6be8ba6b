import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '#platform/clock.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import { type GraphRefusal, readRefusal } from './graph-errors.ts'
import { asShape, asText, parseShape, type Shape } from './shapes.ts'
import { appSecrets } from './signature.ts'

export type GraphCall = {
  method?: 'GET' | 'POST' | 'DELETE'
  /** below the version: '<page>/messages' */
  path: string
  query?: Record<string, string>
  body?: object
  token?: string | undefined
}
/** `reached`: the call may have been carried out. */
export type GraphResult =
  | { outcome: 'answer'; body: Shape }
  | { outcome: 'refused'; refusal: GraphRefusal }
  | { outcome: 'nothing'; reached: boolean }

export class GraphError extends Error {
  readonly refusal: GraphRefusal

  constructor(refusal: GraphRefusal) {
    super(`${refusal.code} (${refusal.detail})`)
    this.name = 'GraphError'
    this.refusal = refusal
  }
}

const timeoutMs = seconds(15)

/** The token goes in a header and its proof in the query (in a body it may be overlooked); neither is ever logged or put in errors. */
export async function callGraph(platform: Platform, call: GraphCall): Promise<GraphResult> {
  const { config } = platform
  const url = new URL(`${config.META_GRAPH_BASE_URL}/${config.META_GRAPH_VERSION}/${call.path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
  const [secret] = appSecrets(config)
  if (call.token && secret) url.searchParams.set('appsecret_proof', proofOf(call.token, secret))
  try {
    const answer = await platform.outside.fetch({
      url: url.href,
      method: call.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
      timeoutMs,
      redirects: 0,
      trusted: true,
    })
    const body = parseShape(answer.body.toString('utf8'))
    if (answer.status >= 400 || body?.['error'] !== undefined)
      return { outcome: 'refused', refusal: readRefusal({ ...answer, body }, platform.clock.now()) }
    // An empty 200 or an HTML page: the call arrived, with unknown outcome.
    return body ? { outcome: 'answer', body } : { outcome: 'nothing', reached: true }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { outcome: 'nothing', reached: error.reached }
  }
}

/** @throws GraphError, also without a response */
export async function askGraph(platform: Platform, call: GraphCall): Promise<Shape> {
  const result = await callGraph(platform, call)
  if (result.outcome === 'answer') return result.body
  throw new GraphError(result.outcome === 'refused' ? result.refusal : notReached)
}

const notReached: GraphRefusal = { class: 'retry', code: 'facebook.not_reached', detail: 'no answer' }

const maxPages = 50

/**
 * Uses cursors; `next` addresses are not followed. Pauses `paceMs` between pages. Returns whether there was no more.
 * @throws GraphError
 */
export async function* listGraph(platform: Platform, call: GraphCall, paceMs = 0): AsyncGenerator<Shape, boolean> {
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    if (page > 0 && paceMs > 0) await pause(paceMs)
    const query = { ...call.query, ...(after ? { after } : {}) }
    const body = await askGraph(platform, { ...call, query })
    // What is no list does not say that there is nothing.
    if (!Array.isArray(body['data'])) throw new GraphError(notReached)
    for (const entry of body['data'] as unknown[]) {
      const shape = asShape(entry)
      if (shape) yield shape
    }
    const paging = asShape(body['paging'])
    const next = asText(asShape(paging?.['cursors'])?.['after'])
    if (!asText(paging?.['next'])) return true
    if (!next || next === after) return false
    after = next
  }
  return false
}

function proofOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex')
}
