import { messagingWindow, type WindowQuestion } from '#shared/rules/time/messaging-window.ts'
import { lastInteraction } from '#web/parts/conversations/reply-window.ts'
import type { Waiting } from './answer-windows.ts'

/** open: bot and people may answer; late: people only, on the platform's terms; closed: the customer must write first. */
export type Zone = 'open' | 'late' | 'closed'

/** When the customer last acted, in this chat or elsewhere, and when they came from an advertisement. */
type Acted = { last: Date | null; adEntry: Date | null }

/** @returns until: when the zone ends; null if it never does, or already has */
export function zoneOf(
  { kind, humanAgent }: Pick<WindowQuestion, 'kind' | 'humanAgent'>,
  { last: lastInteraction, adEntry }: Acted,
  now: number,
): { zone: Zone; until: Date | null } {
  const question = { kind, humanAgent, lastInteraction, adEntry, paidConfirmed: true, now: new Date(now) }
  const bot = messagingWindow({ ...question, author: 'bot' })
  if (bot.allowed) return { zone: 'open', until: bot.until }
  const member = messagingWindow({ ...question, author: 'member' })
  return member.allowed ? { zone: 'late', until: member.until } : { zone: 'closed', until: null }
}

export function actedBy({
  last_interaction_at: last,
  contact,
}: Omit<Waiting, 'id' | 'contact_name' | 'contact_id'>): Acted {
  return {
    last: lastInteraction(last, contact?.last_interaction_at),
    adEntry: contact?.ad_entry_at ? new Date(contact.ad_entry_at) : null,
  }
}
