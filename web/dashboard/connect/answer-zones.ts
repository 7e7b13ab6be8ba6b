import { messagingWindow, type WindowQuestion } from '#shared/rules/messaging-window.ts'

/** open: bot and people may answer; late: people only, on the platform's terms; closed: the customer has to write first. */
export type Zone = 'open' | 'late' | 'closed'

/** @param at the customer's last act @returns until: when the zone ends; null where it does not, or is over */
export function zoneOf(
  { kind, humanAgent }: Pick<WindowQuestion, 'kind' | 'humanAgent'>,
  at: string | null,
  now: number,
): { zone: Zone; until: Date | null } {
  const lastInteraction = at === null ? null : new Date(at)
  const question = { kind, humanAgent, lastInteraction, paidConfirmed: true, now: new Date(now) }
  const bot = messagingWindow({ ...question, author: 'bot' })
  if (bot.allowed) return { zone: 'open', until: bot.until }
  const member = messagingWindow({ ...question, author: 'member' })
  return member.allowed ? { zone: 'late', until: member.until } : { zone: 'closed', until: null }
}
