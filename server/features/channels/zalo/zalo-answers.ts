import type { Finding, Repair } from '#shared/contracts/channels/channels.contract.ts'
import { after, seconds } from '#platform/clock.ts'
import type { FailureClass, SendOutcome } from '../sending/sending.ts'

type Meaning = { class: FailureClass | 'refresh' | 'proof' | 'upload'; code: string; repair: Repair }

const unreachable = { class: 'recipient_unreachable', repair: 'none' } as const
const permanent = { class: 'permanent', repair: 'none' } as const
const console = { class: 'reauthorize', repair: 'platform' } as const
const signIn = { class: 'reauthorize', repair: 'reconnect' } as const

const meanings: Record<number, Meaning> = {
  [-216]: { class: 'refresh', code: 'zalo.token_dead', repair: 'reconnect' },
  [-220]: { class: 'refresh', code: 'zalo.token_dead', repair: 'reconnect' },
  [-124]: { class: 'refresh', code: 'zalo.token_dead', repair: 'reconnect' },
  452: { class: 'refresh', code: 'zalo.token_dead', repair: 'reconnect' },
  [-32]: { class: 'rate_limited', code: 'zalo.rate_limit', repair: 'wait' },
  [-230]: { class: 'window_closed', code: 'zalo.window_closed', repair: 'none' },
  [-232]: { class: 'window_closed', code: 'zalo.window_closed', repair: 'none' },
  [-213]: { ...unreachable, code: 'zalo.never_wrote' },
  [-217]: { ...unreachable, code: 'zalo.person_refuses' },
  [-218]: { ...unreachable, code: 'zalo.person_refuses' },
  [-227]: { ...unreachable, code: 'zalo.person_inactive' },
  [-244]: { ...unreachable, code: 'zalo.person_refuses' },
  [-139]: { ...permanent, code: 'zalo.person_refuses' },
  [-141]: { ...permanent, code: 'zalo.person_refuses' },
  [-209]: { ...console, code: 'zalo.app_not_active' },
  [-212]: { ...console, code: 'zalo.api_not_registered' },
  [-219]: { ...signIn, code: 'zalo.app_removed' },
  [-223]: { ...signIn, code: 'zalo.not_authorised' },
  [-221]: { ...console, code: 'zalo.not_verified' },
  [-224]: { ...console, code: 'zalo.plan_needed' },
  [-235]: { ...console, code: 'zalo.kind_of_account' },
  [-204]: { ...console, code: 'zalo.account_deleted' },
  [-205]: { ...console, code: 'zalo.account_deleted' },
  [-320]: { ...console, code: 'zalo.billing' },
  [-321]: { ...console, code: 'zalo.billing' },
  [-201]: { ...permanent, code: 'zalo.parameter' },
  [-210]: { ...permanent, code: 'zalo.too_large' },
  [-233]: { ...permanent, code: 'zalo.message_type' },
  [-248]: { ...permanent, code: 'zalo.content_policy' },
  [-240]: { ...permanent, code: 'zalo.api_gone' },
  [-242]: { class: 'proof', code: 'zalo.proof', repair: 'platform' },
  [-100]: { class: 'upload', code: 'zalo.attachment_expired', repair: 'none' },
  [-211]: { class: 'later', code: 'zalo.quota', repair: 'wait' },
  [-234]: { class: 'later', code: 'zalo.night', repair: 'wait' },
  [-133]: { class: 'later', code: 'zalo.night', repair: 'wait' },
  [-144]: { class: 'later', code: 'zalo.template_quota', repair: 'wait' },
  [-147]: { class: 'later', code: 'zalo.template_quota', repair: 'wait' },
  [-1441]: { class: 'later', code: 'zalo.template_quota', repair: 'wait' },
  [-1472]: { class: 'later', code: 'zalo.template_quota', repair: 'wait' },
  [-249]: { ...permanent, code: 'zalo.person_quota' },
  [-109]: { ...permanent, code: 'zalo.template_disabled' },
  [-146]: { ...permanent, code: 'zalo.template_disabled' },
  [-1121]: { ...permanent, code: 'zalo.template_value' },
  [-14002]: { ...console, code: 'zalo.wrong_app' },
  [-14003]: { ...console, code: 'zalo.wrong_return_address' },
}

const unknown: Meaning = { ...permanent, code: 'zalo.error' }

/** @param message distinguishes a missing consent from a quota of articles in -223 */
export function meaningOf(error: number, message = ''): Meaning {
  if (error === -223 && /quota|article/i.test(message)) return meanings[-211] ?? unknown
  return meanings[error] ?? unknown
}

/** `unsent`: did not reach Zalo, or Zalo failed; `lost`: unknown outcome. */
export type ZaloAnswer =
  | { is: 'done'; data: unknown }
  | { is: 'refused'; error: number; message: string }
  | { is: 'unsent' | 'lost'; detail: string }
  | { is: 'locked'; code: string; detail: string }

export function failedBy(error: number, message: string, now: Date): SendOutcome {
  const { class: kind, code } = meaningOf(error, message)
  const detail = `${error} ${message}`.trim().slice(0, 200)
  const retryAt = retryTime(error, kind, now)
  const failed: SendOutcome = { outcome: 'failed', class: classOf(kind), code, detail }
  return retryAt ? { ...failed, retryAt } : failed
}

function classOf(kind: Meaning['class']): FailureClass {
  if (kind === 'refresh') return 'reauthorize'
  return kind === 'proof' || kind === 'upload' ? 'permanent' : kind
}

/** Zalo's days and nights follow Vietnam's clock (UTC+7). */
function retryTime(error: number, kind: Meaning['class'], now: Date): Date | undefined {
  if (kind === 'rate_limited') return after(now, seconds(60))
  if (kind !== 'later') return undefined
  const hour = 3_600_000
  const day = 24 * hour
  const local = now.getTime() + 7 * hour
  const wanted = error === -234 || error === -133 ? 6 * hour : 60_000
  const today = Math.floor(local / day) * day + wanted
  return new Date((today > local ? today : today + day) - 7 * hour)
}

export function findingOf(error: number, message: string): Finding {
  const { code, repair } = meaningOf(error, message)
  return { code, level: 'error', repair, detail: `${error} ${message}`.trim().slice(0, 200) }
}
