import type { ChannelKind } from '../../words.ts'

const hour = 3_600_000
const day = 24 * hour

export type WindowQuestion = {
  kind: ChannelKind
  /** the customer's last act that counts: a message, a tap, a follow; null: none that we know of */
  lastInteraction: Date | null
  /** when the customer last came by an advertisement that opens the chat (Messenger) */
  adEntry?: Date | null | undefined
  /** who wrote it; the program's own texts count as the bot's */
  author: 'bot' | 'member' | 'system'
  /** Facebook has approved the human-agent feature for this app */
  humanAgent: boolean
  /** a person has confirmed that this message may cost */
  paidConfirmed: boolean
  now: Date
}

export type WindowAnswer =
  /** `until`: when this permit ends; null: it does not */
  | { allowed: true; permit: 'response' | 'human_agent' | 'paid'; until: Date | null }
  /** Would be taken, at a price: a person has to say so first. */
  | { allowed: false; reason: 'confirmation_needed'; closedAt: Date | null; until: Date }
  /** `closedAt`: when the window closed for this author; null: it was never open */
  | { allowed: false; reason: 'window_closed'; closedAt: Date | null }

/** Hours that a bot, and days that a person, may answer after the customer's last act. */
const windows = { facebook: 24 * hour, zalo: 48 * hour } as const
const forPeople = 7 * day
/** Meta: up to so long after who comes by a Click-to-Messenger advertisement (platform policy, September 2026). */
const afterAd = 7 * day

/**
 * Whether something may be sent now, and as what: the one place that knows the platforms' windows. Messenger: 24 hours for everybody,
 * 7 days after an advertisement, 7 days for people with the human-agent feature. Zalo: 48 hours for everybody, then up to 7 days for people, billed. Websites: always.
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

/**
 * The same rule as a question to many at once: the bot may answer whoever acted after `acted`, or came by an advertisement after
 * `cameByAd` (null: that opens nothing here) and has acted at all.
 */
export function openSince(kind: keyof typeof windows, now: Date): { acted: Date; cameByAd: Date | null } {
  return {
    acted: new Date(now.getTime() - windows[kind]),
    cameByAd: kind === 'facebook' ? new Date(now.getTime() - afterAd) : null,
  }
}
