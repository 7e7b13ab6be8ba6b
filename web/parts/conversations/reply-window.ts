import { messagingWindow, type WindowQuestion } from '#shared/rules/time/messaging-window.ts'

export type WindowFacts = Pick<WindowQuestion, 'kind' | 'lastInteraction' | 'adEntry' | 'humanAgent' | 'now'>

export type ReplyWindow =
  | { kind: 'always' }
  /** `afterwards`: what a person may still do after this time */
  | { kind: 'open'; until: Date; afterwards: { kind: 'agent' | 'paid'; until: Date } | undefined }
  /** People only: the bot's time is over. */
  | { kind: 'agent'; until: Date }
  /** A person must agree to the cost. */
  | { kind: 'paid'; until: Date }
  /** `at`: since when; null: it was never open */
  | { kind: 'closed'; at: Date | null }

/** For the composer; only `messagingWindow` knows the hours. */
export function replyWindow(facts: WindowFacts, author: WindowQuestion['author'] = 'member'): ReplyWindow {
  const answer = messagingWindow({ ...facts, author, paidConfirmed: false })
  if (!answer.allowed)
    return answer.reason === 'confirmation_needed'
      ? { kind: 'paid', until: answer.until }
      : { kind: 'closed', at: answer.closedAt }
  const { until } = answer
  if (until === null) return { kind: 'always' }
  if (answer.permit !== 'response') return { kind: 'agent', until }
  const later = replyWindow({ ...facts, now: until }, author)
  return { kind: 'open', until, afterwards: later.kind === 'agent' || later.kind === 'paid' ? later : undefined }
}

export function lastInteraction(...times: (string | null | undefined)[]): Date | null {
  const known = times.flatMap(time => (time ? [Date.parse(time)] : []))
  return known.length > 0 ? new Date(Math.max(...known)) : null
}
