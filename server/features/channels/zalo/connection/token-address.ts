import type { Platform } from '#platform/platform.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import { readFields, textOf } from '../../hooks/exact-json.ts'
import { pairIn, type TokenPair } from './token-pair.ts'

/** `passing`: undecided, may be repeated. */
export type Exchange =
  | { is: 'pair'; pair: TokenPair }
  | { is: 'refused'; error: number; name: string }
  | { is: 'passing'; detail: string }

const patienceMs = 6000

/** Refusals come with HTTP 200, sometimes without a number (ChatbotX#1019): both tokens must be present. */
export async function exchange(platform: Platform, fields: Record<string, string>): Promise<Exchange> {
  const { config } = platform
  try {
    const answer = await platform.outside.fetch({
      url: `${config.ZALO_OAUTH_BASE_URL}/v4/oa/access_token`,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        secret_key: config.ZALO_APP_SECRET,
      },
      body: new URLSearchParams({ app_id: config.ZALO_APP_ID, ...fields }).toString(),
      timeoutMs: patienceMs,
      maxBytes: 100_000,
      trusted: true,
    })
    const answered = readFields(answer.body.toString('utf8'))
    const pair = answered && pairIn(answered, platform.clock.now())
    if (pair) return { is: 'pair', pair }
    const error = Number(textOf(answered?.['error']) ?? textOf(answered?.['error_code']) ?? 0) || 0
    const name = (textOf(answered?.['error_name']) ?? textOf(answered?.['message']) ?? '').slice(0, 200)
    const passes = !answered || answer.status >= 500 || answer.status === 429 || error === -32
    if (passes || (error === 0 && name === '')) return { is: 'passing', detail: `HTTP ${answer.status} without tokens` }
    return { is: 'refused', error, name }
  } catch (error) {
    if (error instanceof OutsideError) return { is: 'passing', detail: error.reason }
    throw error
  }
}
