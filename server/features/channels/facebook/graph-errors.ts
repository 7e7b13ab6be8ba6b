import type { OutsideAnswer } from '#platform/outside/read-answer.ts'
import type { FailureClass } from '../sending/sending.ts'
import { asId, asNumber, asShape, type Shape } from './shapes.ts'

/** Judged by codes alone: Meta's messages vary by language and change. */
export type GraphRefusal = {
  class: FailureClass
  code: string
  /** '10/2018278', with the trace id that Meta's support asks for */
  detail: string
  retryAt?: Date | undefined
  /** milliseconds until Meta accepts calls again */
  remaining?: number | undefined
}

type Verdict = readonly [FailureClass, string]

const bySubcode: Record<string, Verdict> = {
  '10/2018278': ['window_closed', 'facebook.window_closed'],
  '10/2018065': ['window_closed', 'facebook.window_closed'],
  '10/2534022': ['window_closed', 'facebook.window_closed'],
  '100/1893061': ['permanent', 'facebook.tag_retired'],
  '200/1545041': ['recipient_unreachable', 'facebook.recipient_unreachable'],
  '551/1545041': ['recipient_unreachable', 'facebook.recipient_unreachable'],
  '10/2018108': ['recipient_unreachable', 'facebook.recipient_unreachable'],
  '100/2018001': ['recipient_unreachable', 'facebook.recipient_unreachable'],
  '100/33': ['recipient_unreachable', 'facebook.recipient_unreachable'],
  '10/2018300': ['permanent', 'facebook.thread_elsewhere'],
  '10/1893063': ['page_restricted', 'facebook.page_restricted'],
  '100/2018109': ['permanent', 'facebook.attachment_too_large'],
  '100/2018008': ['permanent', 'facebook.attachment_failed'],
  '100/2018047': ['permanent', 'facebook.attachment_failed'],
  '100/2018294': ['permanent', 'facebook.attachment_failed'],
  '100/2018074': ['permanent', 'facebook.attachment_unknown'],
  '100/2018218': ['permanent', 'facebook.profile_missing'],
  '100/2018247': ['permanent', 'facebook.profile_missing'],
  '1/99': ['reauthorize', 'facebook.permission_missing'],
  '190/458': ['reauthorize', 'facebook.app_removed'],
  '190/460': ['reauthorize', 'facebook.password_changed'],
  '190/463': ['reauthorize', 'facebook.token_expired'],
}
const restricted = new Set([368, 2534122, 2534029])
const temporary = new Set([-1, 1, 2])
const tooOften = new Set([4, 9, 17, 32, 613, 80006])
const permissions = new Set([3, 10, 230])

export function readRefusal(
  { status, headers, body }: OutsideAnswer & { body: Shape | undefined },
  now: Date,
): GraphRefusal {
  const error = asShape(body?.['error'])
  const code = asNumber(error?.['code'])
  const subcode = asNumber(error?.['error_subcode'])
  const [kind, text] = error && code !== undefined ? judge(code, subcode, error, status) : judgeStatus(status)
  const trace = asId(error?.['fbtrace_id'])
  const numbers = code === undefined ? `HTTP ${status}` : subcode === undefined ? `${code}` : `${code}/${subcode}`
  return {
    class: kind,
    code: text,
    detail: trace ? `${numbers} ${trace.slice(0, 60)}` : numbers,
    ...(kind === 'rate_limited' ? { retryAt: allowedAgainAt(headers, now) } : {}),
    ...remainingOf(error),
  }
}

const maxWait = 7 * 86_400

function remainingOf(error: Shape | undefined): { remaining?: number } {
  const remaining = asShape(error?.['error_data'])?.['remaining_seconds'] ?? error?.['remaining_seconds']
  const seconds = Math.min(asNumber(remaining) ?? 0, maxWait)
  return seconds > 0 ? { remaining: Math.ceil(seconds) * 1000 } : {}
}

function judge(code: number, subcode: number | undefined, error: Shape, status: number): Verdict {
  const known = bySubcode[`${code}/${subcode}`]
  if (known) return known
  if (restricted.has(code) || restricted.has(subcode ?? 0)) return ['page_restricted', 'facebook.page_restricted']
  if (code === 551) return ['recipient_unreachable', 'facebook.recipient_unreachable']
  if (code === 190) return ['reauthorize', 'facebook.token_invalid']
  if (tooOften.has(code)) return ['rate_limited', 'facebook.rate_limited']
  if (temporary.has(code) || error['is_transient'] === true) return ['retry', 'facebook.temporary']
  if (permissions.has(code) || (code >= 200 && code <= 299)) return ['reauthorize', 'facebook.permission_missing']
  if (code === 100) return ['permanent', 'facebook.invalid_parameter']
  return judgeStatus(status)
}

function judgeStatus(status: number): Verdict {
  if (status === 429) return ['rate_limited', 'facebook.rate_limited']
  if (status >= 500 || status === 408 || status === 425) return ['retry', 'facebook.temporary']
  return ['permanent', 'facebook.unknown']
}

/** 'Retry-After' is in seconds, Meta's own header in minutes; undefined: the usual pause. */
function allowedAgainAt(headers: Record<string, string>, now: Date): Date | undefined {
  const seconds = asNumber(headers['retry-after']) ?? minutesOf(headers['x-business-use-case-usage']) * 60
  const bounded = Math.min(seconds, 3600)
  return bounded > 0 ? new Date(now.getTime() + bounded * 1000) : undefined
}

/** {"<page>": [{"estimated_time_to_regain_access": 5, …}]} */
function minutesOf(header: string | undefined): number {
  const found = [...(header ?? '').matchAll(/"estimated_time_to_regain_access"\s*:\s*(\d{1,5})/g)]
  return Math.max(0, ...found.map(([, minutes]) => Number(minutes)))
}
