import type { ChannelKind } from '../../words.ts'
import type { Cap, Hours } from './sending-times.ts'

/** The ways on which a campaign's message may travel. */
export const routeNames = [
  'website.chat',
  'facebook.response',
  'facebook.utility',
  'facebook.marketing',
  'zalo.consultation',
  'zalo.template_uid',
  'zalo.template_phone',
] as const
export type RouteName = (typeof routeNames)[number]

/** What a message is for: it advertises, follows up, serves an order, or asks for consent. */
export const purposes = ['promotion', 'care', 'service', 'ask'] as const
export type Purpose = (typeof purposes)[number]

/** Why not, or not now, in the order in which it is told: the first is the main one. */
export const sendReasons = [
  ...(['restricted', 'opted_out', 'no_consent', 'consent_elsewhere', 'asked_already', 'unreachable'] as const),
  ...(['not_connected', 'purpose_not_allowed', 'window_closed', 'no_token', 'no_number', 'region'] as const),
  ...(['template_missing', 'template_not_approved', 'template_value', 'language_missing', 'field_missing'] as const),
  ...(['reached_already', 'plan_quota', 'platform_quota', 'cost_unconfirmed', 'cost_limit', 'quiet_hours'] as const),
  ...(['law_daily', 'frequency_cap', 'platform_cap', 'conversation_active', 'deadline', 'stopped'] as const),
] as const
export type Reason = (typeof sendReasons)[number]

export type Price = {
  amount: number | null
  currency: string
  certainty: 'exact' | 'listed' | 'estimate' | 'unknown'
}

/** Everything that bears on one message to one contact. Nothing else does: neither a clock nor chance. */
export type SendQuestion = {
  now: Date
  zone: string
  purpose: Purpose
  restricted: boolean
  /** what the ledger says of this purpose on this channel */
  consent: 'given' | 'refused' | 'withdrawn' | 'none'
  /** given for another channel or purpose */
  consentElsewhere: boolean
  askedBefore: boolean
  contact: {
    kind: ChannelKind
    unreachable: boolean
    lastInteraction: Date | null
    adEntry: Date | null
    hasConversation: boolean
    phoneConsented: boolean
    waits: boolean
    /** when either side last wrote */
    lastWords: Date | null
    reachedAlready: boolean
  }
  channelConnected: boolean
  /** how far the author went */
  routes: readonly RouteName[]
  template: {
    state: 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled' | 'gone'
    tag: 'transaction' | 'care' | 'promotion' | null
    priceUid?: number | undefined
    pricePhone?: number | undefined
    /** the account's quota is used up until then */
    quotaFrom: Date | null
  } | null
  token: {
    live: boolean
    regionAllowed: boolean
    nextAt: Date | null
    /** null: it has no end */
    expiresAt: Date | null
    estimate: { amount: number; currency: string } | null
  } | null
  zalo: {
    freeLeft: number | null
    paidReply: number
    /** templates that advertise are taken at these hours only */
    promotionHours: Hours
  }
  content: { languageFits: boolean; fieldsFilled: boolean; valuesFit: boolean }
  /** what this customer got, on all channels together */
  sent: { promotion: readonly Date[]; care: readonly Date[] }
  hours: Hours
  caps: { promotion: readonly Cap[]; care: readonly Cap[] }
  /** milliseconds for which nobody interrupts a talk */
  quietTalk: number
  planLeft: number
  /** the most that was confirmed for one message, and what is left of the whole; null: nothing was */
  cost: { confirmed: number | null; left: number | null }
  deadline: Date | null
  stopped: boolean
}
