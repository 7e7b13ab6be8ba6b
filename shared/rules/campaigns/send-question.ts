import type { ChannelKind } from '../../words.ts'
import type { Cap, Hours } from './sending-times.ts'

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

export const purposes = ['promotion', 'care', 'service', 'ask'] as const
export type Purpose = (typeof purposes)[number]

/** In order of precedence: the first one is the main reason. */
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

/** Everything that decides about one message to one contact: the rules use neither a clock nor chance. */
export type SendQuestion = {
  now: Date
  zone: string
  purpose: Purpose
  restricted: boolean
  /** by the consent ledger, for this purpose on this channel */
  consent: 'given' | 'refused' | 'withdrawn' | 'none'
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
    lastWords: Date | null
    reachedAlready: boolean
  }
  channelConnected: boolean
  routes: readonly RouteName[]
  template: {
    state: 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled' | 'gone'
    tag: 'transaction' | 'care' | 'promotion' | null
    priceUid?: number | undefined
    pricePhone?: number | undefined
    quotaFrom: Date | null
  } | null
  token: {
    live: boolean
    regionAllowed: boolean
    nextAt: Date | null
    /** null: never */
    expiresAt: Date | null
    estimate: { amount: number; currency: string } | null
  } | null
  zalo: {
    freeLeft: number | null
    paidReply: number
    promotionHours: Hours
  }
  content: { languageFits: boolean; fieldsFilled: boolean; valuesFit: boolean }
  /** on all channels together */
  sent: { promotion: readonly Date[]; care: readonly Date[] }
  hours: Hours
  caps: { promotion: readonly Cap[]; care: readonly Cap[] }
  /** milliseconds */
  quietTalk: number
  planLeft: number
  /** confirmed maximum for one message, and the rest of the budget; null: no limit was confirmed */
  cost: { confirmed: number | null; left: number | null }
  deadline: Date | null
  stopped: boolean
}
