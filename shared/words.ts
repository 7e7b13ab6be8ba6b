/** The product's closed lists; the database repeats them as checks. */
export const languages = ['vi', 'en'] as const
export type Language = (typeof languages)[number]

export const channelKinds = ['facebook', 'zalo', 'website'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const channelStatuses = ['connecting', 'connected', 'paused', 'needs_reconnect', 'disconnected'] as const
export type ChannelStatus = (typeof channelStatuses)[number]

/** A shop's bot, and the bot in one conversation. */
export const botStatuses = ['on', 'off'] as const
export type BotStatus = (typeof botStatuses)[number]

export const roles = ['admin', 'member'] as const
export type Role = (typeof roles)[number]

export const memberStatuses = ['pending', 'active'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export const metrics = ['messages', 'campaigns', 'connections', 'documents', 'members'] as const
export type Metric = (typeof metrics)[number]

/** embedded: answers are quoted, not written. */
export const modelKinds = ['embedded', 'openai-compatible', 'anthropic', 'gemini'] as const
export type ModelKind = (typeof modelKinds)[number]

export const acts = ['answer', 'clarify', 'abstain', 'handoff', 'smalltalk', 'contact', 'refuse'] as const
export type Act = (typeof acts)[number]

export const soldPlans = ['hobby', 'pro'] as const
export type SoldPlan = (typeof soldPlans)[number]

export type CustomPlan = `custom-${string}`

export type OrderedPlan = SoldPlan | CustomPlan

/** Of the price list: a trial is had once, `custom` is what an operator's offers begin with. */
export const listedPlans = ['trial', ...soldPlans, 'custom'] as const
export type ListedPlan = (typeof listedPlans)[number]

export type PlanCode = ListedPlan | CustomPlan

export function isCustomPlan(plan: string): plan is CustomPlan {
  return /^custom-[0-9a-f-]{36}$/.test(plan)
}

export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]

/** Each has its file in `server/features/billing/methods/`. */
export const paymentMethods = ['bank', 'stripe', 'payoneer'] as const
export type PaymentMethodKind = (typeof paymentMethods)[number]

export const subscriptionStatuses = ['trialing', 'expired', 'active', 'past_due', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Why a referral waits for an operator. */
export const holdReasons = [
  'disposable',
  'phone',
  'tax_id',
  'bank_account',
  'card',
  'device',
  'address',
  'team',
  'many',
  'history',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** Why an S3-compatible store refuses; `busy` and `silent` may pass by themselves. */
export const storeFaults = ['key', 'denied', 'bucket', 'region', 'clock', 'busy', 'silent', 'other'] as const
export type StoreFaultKind = (typeof storeFaults)[number]

/** Why platforms may not reach our webhooks. */
export const hookFaults = [
  'dns',
  'closed',
  'certificate',
  'redirect',
  'login',
  'missing',
  'status',
  'open',
  'token',
  'no_token',
  'no_https',
  'private',
] as const
export type HookFault = (typeof hookFaults)[number]

export const intentKinds = ['booking', 'order', 'callback'] as const
export type IntentKind = (typeof intentKinds)[number]
export const intentActs = ['confirm', 'change', 'decline'] as const
export type IntentAct = (typeof intentActs)[number]
export const intentParts = ['what', 'said_when', 'how_many', 'customer_name', 'phone', 'address'] as const
export type IntentPart = (typeof intentParts)[number]
export type IntentFields = Partial<Record<IntentPart, string | null>>

export const conversationStatuses = ['open', 'snoozed', 'closed'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

export const messageAuthors = ['contact', 'bot', 'member', 'system'] as const
export type MessageAuthor = (typeof messageAuthors)[number]

/** unsure: may have arrived; held: waits for a person; stored: came in. */
export const messageStatuses = [
  'stored',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'unsure',
  'held',
  'failed',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const intentStates = ['open', 'confirmed', 'changed', 'declined', 'expired'] as const
export type IntentState = (typeof intentStates)[number]

/** Waiting for a person (longest wait first), taken by a team member, the bot's. */
export const lanes = ['waiting', 'team', 'bot'] as const
export type Lane = (typeof lanes)[number]

export const conversationGroups = [...lanes, 'open', 'snoozed', 'closed', 'all'] as const
export type ConversationGroup = (typeof conversationGroups)[number]

export function isLane(group: ConversationGroup): group is Lane {
  return lanes.some(lane => lane === group)
}

export const notificationKinds = [
  'person_wanted',
  'intent',
  'conversation_assigned',
  'contact_detail',
  'channel_lost',
  'training',
  'training_waiting',
  'campaign',
  'usage',
  'payment',
  'system',
  'incident',
  'marketing',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Consent to promotions; `none`: never asked or answered. */
export const consentFilters = ['given', 'refused', 'none'] as const
export type ConsentFilter = (typeof consentFilters)[number]
