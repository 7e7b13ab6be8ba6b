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
  /** Zalo: what it still takes for nothing since the customer's last act; absent: not counted */
  freeLeft?: number | null | undefined
  /** Zalo: the bot and the program may pay for one more, by an admin's ceiling or a person's word */
  botPays?: boolean | undefined
  now: Date
}

export type WindowAnswer =
  /** `until` null: no end */
  | { allowed: true; permit: 'response' | 'human_agent' | 'paid'; until: Date | null }
  /** Possible at a price, which a person has to confirm. */
  | { allowed: false; reason: 'confirmation_needed'; closedAt: Date | null; until: Date }
  /** `closedAt` null: it was never open */
  | { allowed: false; reason: 'window_closed'; closedAt: Date | null }
  /** Zalo would bill the bot's or the program's message, and nobody lets it pay. */
  | { allowed: false; reason: 'paid_limit'; closedAt: null }

const windows = { facebook: 24 * hour, zalo: 48 * hour } as const
const forPeople = 7 * day
/** Meta platform policy, September 2026. */
const afterAd = 7 * day

/**
 * The one place that knows the platforms' windows. Messenger: 24 hours for everybody, 7 days after an advertisement, 7 days for people
 * with the human-agent feature. Zalo: 48 hours and so many messages for nothing, then up to 7 days billed, for people and for a bot that may
 * pay. Websites: always.
 */
export function messagingWindow(question: WindowQuestion): WindowAnswer {
  const { kind, lastInteraction, adEntry, author, freeLeft, now } = question
  if (kind === 'website') return { allowed: true, permit: 'response', until: null }
  if (!lastInteraction) return { allowed: false, reason: 'window_closed', closedAt: null }
  const ordinary = lastInteraction.getTime() + windows[kind]
  const free = new Date(Math.max(ordinary, kind === 'facebook' && adEntry ? adEntry.getTime() + afterAd : 0))
  const isUsedUp = kind === 'zalo' && author !== 'member' && (freeLeft ?? Infinity) <= 0
  if (now < free && !isUsedUp) return { allowed: true, permit: 'response', until: free }
  const late = new Date(lastInteraction.getTime() + forPeople)
  if (kind === 'zalo' && author !== 'member') {
    if (question.botPays && now < late) return { allowed: true, permit: 'paid', until: late }
    if (now < free) return { allowed: false, reason: 'paid_limit', closedAt: null }
  }
  const aPersonMay = author === 'member' && (kind === 'zalo' || question.humanAgent)
  if (!aPersonMay) return { allowed: false, reason: 'window_closed', closedAt: free }
  if (now >= late) return { allowed: false, reason: 'window_closed', closedAt: late }
  if (kind === 'facebook') return { allowed: true, permit: 'human_agent', until: late }
  return question.paidConfirmed
    ? { allowed: true, permit: 'paid', until: late }
    : { allowed: false, reason: 'confirmation_needed', closedAt: free, until: late }
}

type BotFacts = Pick<WindowQuestion, 'kind' | 'lastInteraction' | 'adEntry' | 'botPays' | 'now'>

/** Whether the bot's words could still leave, before it thinks of any. */
export function isOpenToBot(known: BotFacts): boolean {
  return messagingWindow({ ...known, author: 'bot', humanAgent: false, paidConfirmed: false }).allowed
}

/**
 * For queries: `acted` after, or acted at all and came by an advertisement after `fromAd` (null: does not apply).
 * @param paid Zalo: also while it bills
 */
export function openSince(kind: keyof typeof windows, now: Date, paid = false): { acted: Date; fromAd: Date | null } {
  return {
    acted: new Date(now.getTime() - (paid && kind === 'zalo' ? forPeople : windows[kind])),
    fromAd: kind === 'facebook' ? new Date(now.getTime() - afterAd) : null,
  }
}
