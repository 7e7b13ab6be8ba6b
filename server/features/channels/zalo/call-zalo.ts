import { createHmac } from 'node:crypto'
import { minutes } from '#platform/clock.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Channel } from '../channel.ts'
import { recordLimit } from '../sending/record-limit.ts'
import { fieldsOf, readFields, textOf } from '../hooks/exact-json.ts'
import { renewTokens } from './connection/renew-tokens.ts'
import { readPair, type TokenPair } from './connection/token-pair.ts'
import { meaningOf, type ZaloAnswer } from './zalo-answers.ts'

export type ZaloCall = {
  path: string
  /** templates, and messages to telephone numbers, use another host */
  business?: boolean
  data?: Record<string, unknown>
  json?: Record<string, unknown>
  form?: { type: string; bytes: Uint8Array }
}

type OnRequestRate = (rate: number) => Promise<void>

/** Milliseconds, including a token renewal and one retry. */
const totalMs = 14_500
const onceMs = 8000
const earlyMs = minutes(5)
const needProof = new WeakSet<Platform>()

/** Renews an expired token and retries once. Errors come with HTTP 200. */
export async function callZalo(platform: Platform, channel: Channel, call: ZaloCall): Promise<ZaloAnswer> {
  const until = performance.now() + totalMs
  let pair = await platform.db.asService(channel.workspaceId, tx => readPair(platform, tx, channel))
  if (!pair) return { is: 'locked', code: 'zalo.no_tokens', detail: '' }
  if (endsSoon(platform, pair)) {
    const renewed = await renewTokens(platform, channel, pair.access)
    if (renewed.is === 'pair') pair = renewed.pair
    else if (isOver(platform, pair))
      return renewed.is === 'dead' ? { ...renewed, is: 'locked' } : { ...renewed, is: 'unsent' }
  }
  const onRate: OnRequestRate = rate => recordLimit(platform, channel, rate)
  const first = await callWithToken(platform, pair.access, call, until, onRate)
  if (first.is !== 'refused' || meaningOf(first.error).class !== 'refresh') return first
  const renewed = await renewTokens(platform, channel, pair.access)
  if (renewed.is === 'dead') return { ...renewed, is: 'locked' }
  if (renewed.is === 'passing') return { ...renewed, is: 'unsent' }
  const second = await callWithToken(platform, renewed.pair.access, call, until, onRate)
  const isDead = second.is === 'refused' && meaningOf(second.error).class === 'refresh'
  return isDead ? { is: 'locked', code: 'zalo.token_dead', detail: `${second.error} ${second.message}` } : second
}

export async function callWithToken(
  platform: Platform,
  token: string,
  call: ZaloCall,
  until = performance.now() + onceMs,
  onRate?: OnRequestRate,
): Promise<ZaloAnswer> {
  const answer = await ask(platform, token, call, until, onRate)
  const wantsProof = answer.is === 'refused' && meaningOf(answer.error).class === 'proof' && !needProof.has(platform)
  if (!wantsProof) return answer
  needProof.add(platform)
  return ask(platform, token, call, until, onRate)
}

async function ask(
  platform: Platform,
  token: string,
  call: ZaloCall,
  until: number,
  onRate: OnRequestRate | undefined,
): Promise<ZaloAnswer> {
  const timeoutMs = Math.min(onceMs, Math.floor(until - performance.now()))
  if (timeoutMs < 500) return { is: 'unsent', detail: 'no time left' }
  try {
    const { status, body, headers } = await platform.outside.fetch({
      ...requestOf(platform, token, call),
      timeoutMs,
      maxBytes: 1_048_576,
      trusted: true,
    })
    const rate = Number(headers['x-ratelimit-limit'])
    if (Number.isInteger(rate) && rate > 0) await onRate?.(rate)
    return readAnswer(status, body.toString('utf8'))
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { is: error.reached ? 'lost' : 'unsent', detail: error.reason }
  }
}

function requestOf(platform: Platform, token: string, { path, business, data, json, form }: ZaloCall) {
  const { config } = platform
  const query = data ? `?data=${encodeURIComponent(JSON.stringify(data))}` : ''
  const type = json ? 'application/json' : form?.type
  const proof = createHmac('sha256', config.ZALO_APP_SECRET).update(token).digest('hex')
  const body = json ? JSON.stringify(json) : form?.bytes
  return {
    url: `${business ? config.ZALO_BUSINESS_BASE_URL : config.ZALO_API_BASE_URL}${path}${query}`,
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: {
      access_token: token,
      ...(type ? { 'content-type': type } : {}),
      ...(needProof.has(platform) ? { appsecret_proof: proof } : {}),
    },
    ...(body === undefined ? {} : { body }),
  }
}

/** `error`: 0 means success; without it or data the outcome is unknown. Non-JSON failed before anything was done. */
export function readAnswer(status: number, text: string): ZaloAnswer {
  if (text.trim() === '' && status < 300) return { is: 'lost', detail: `HTTP ${status}, empty` }
  const rate = readFields(text)
  if (!rate) return { is: 'unsent', detail: `HTTP ${status}, no JSON` }
  const error = Number(textOf(rate['error']) ?? Number.NaN)
  const message = (textOf(rate['message']) ?? '').slice(0, 200)
  if (error === 0 && status < 300) return { is: 'done', data: rate['data'] }
  if (Number.isInteger(error) && error !== 0) return { is: 'refused', error, message }
  const detail = `HTTP ${status}, no answer in it`
  if (rate['error'] !== undefined || status >= 300) return { is: 'unsent', detail }
  return fieldsOf(rate['data']) || message === 'Success' ? { is: 'done', data: rate['data'] } : { is: 'lost', detail }
}

export function dataOf(answer: ZaloAnswer): Record<string, unknown> | undefined {
  return answer.is === 'done' ? fieldsOf(answer.data) : undefined
}

function endsSoon(platform: Platform, pair: TokenPair): boolean {
  return pair.refresh !== '' && new Date(pair.expiresAt).getTime() - earlyMs <= platform.clock.now().getTime()
}

function isOver(platform: Platform, pair: TokenPair): boolean {
  return new Date(pair.expiresAt) <= platform.clock.now()
}
