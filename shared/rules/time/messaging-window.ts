import type { ChannelKind } from '../../words.ts'

const hour = 3_600_000
const day = 24 * hour

export type WindowQuestion = {
  kind: ChannelKind
  /** the last act that counts: a message, a tap, a follow; null: none known */
  lastInteraction: Date | null
  /** last arrival through a Click-to-Messenger advertisement */
  adEntry?: Date | null | undefined
  /** the program's own texts count as the bot's */
  author: 'bot' | 'member' | 'system'
  /** Facebook has approved the feature for this app */
  humanAgent: boolean
  paidConfirmed: boolean
  now: Date
}

export type WindowAnswer =
  /** `until` null: no end */
  | { allowed: true; permit: 'response' | 'human_agent' | 'paid'; until: Date | null }
  /** Possible at a price, which a person has to confirm. */
  | { allowed: false; reason: 'confirmation_needed'; closedAt: Date | null; until: Date }
  /** `closedAt` null: it was never open */
  | { allowed: false; reason: 'window_closed'; closedAt: Date | null }

const windows = { facebook: 24 * hour, zalo: 48 * hour } as const
const forPeople = 7 * day
/** Meta platform policy, September 2026. */
const afterAd = 7 * day

/**
 * The one place that knows the platforms' windows. Messenger: 24 hours for everybody, 7 days after an advertisement, 7 days for people
 * with the human-agent feature. Zalo: 48 hours, then up to 7 days for people, billed. Websites: always.
 */
export function messagingWindow(question: WindowQuestion): WindowAnswer {
  const { kind, lastInteraction, adEntry, author, now } = question
  if (kind === 'website') return { allowed: true, permit: 'response', until: null }
  if (!lastInteraction) return { allowed: false, reason: 'window_closed', closedAt: null }
  const ordinary = lastInteraction.getTime() + windows[kind]
  const free = new Date(Math.max(ordinary, kind === 'facebook' && adEntry ? adEntry.getTime() + afterAd : 0))
  if (now < free) return { allowed: true, permit: 'response', until: free }
  const late = new Date(lastInteraction.getTime() + forPeople)
  const aPersonMay = author === 'member' && (kind === 'zalo' || question.humanAgent)
  if (!aPersonMay) return { allowed: false, reason: 'window_closed', closedAt: free }
  if (now >= late) return { allowed: false, reason: 'window_closed', closedAt: late }
  if (kind === 'facebook') return { allowed: true, permit: 'human_agent', until: late }
  return question.paidConfirmed
    ? { allowed: true, permit: 'paid', until: late }
    : { allowed: false, reason: 'confirmation_needed', closedAt: free, until: late }
}

/** For queries: `acted` after, or acted at all and came by an advertisement after `cameByAd` (null: does not apply). */
export function openSince(kind: keyof typeof windows, now: Date): { acted: Date; cameByAd: Date | null } {
  return {
    acted: new Date(now.getTime() - windows[kind]),
    cameByAd: kind === 'facebook' ? new Date(now.getTime() - afterAd) : null,
  }
}
