// What the simulated Zalo is made of.

/** As in the developers' console, with what the sources about Zalo disagree on as switches. */
export type ZaloApp = {
  app_id: string
  app_secret: string
  /** Signs the events, unless `signs_with` is the app's own secret. */
  oa_secret_key: string
  signs_with: 'oa_secret_key' | 'app_secret'
  /** Some snippets sign with the account's id in the first place. */
  signs_oa_id: boolean
  /** The one address that the consent may lead back to; '' takes any. */
  callback_url: string
  pkce: 'per_request' | 'static' | 'none'
  /** Saved in the console, for the static kind. */
  code_challenge: string
  echoes_state: boolean
  /** Calls need an `appsecret_proof` (-242). */
  needs_proof: boolean
  /** Refusals of the token address carry a number, and not only a name. */
  numbers_token_errors: boolean
  calls_a_minute: number
  /** Messages for nothing after each act of a customer: the policy says 8, the pages of the API say no end (0). */
  free_replies: number
  received_after_ms: number
  /** People open their chat so long after a message; never where it is absent. */
  seen_after_ms?: number
}

export type ZaloAccount = {
  id: string
  name: string
  avatar: string
  is_verified: boolean
  package_name: string
  /** Every call is answered with this number: -224 (plan), -221 (not verified), -235, -320 … */
  refuses?: number
  /** Consultation messages left; without it, no end. */
  quota?: number
  /** Messages by templates in a day; without it, no end. */
  template_quota?: number
  /** Consultation messages that its plan pays for. */
  sub_quota?: number
  /** The app may act for it. */
  authorised: boolean
}

export type ZaloUser = {
  id: string
  name: string
  avatar: string
  user_id_by_app: string
  follows: boolean
  /** Messages to this person are answered with this number: -213, -217, -227, -244 … */
  refuses?: number
  info?: Record<string, string>
}

export type ZaloToken = {
  access_token: string
  refresh_token: string
  oa_id: string
  issued_at: number
  expires_at: number
  refresh_used: boolean
  revoked: boolean
}

export type ZaloCode = { code: string; oa_id: string; challenge: string; issued_at: number; used: boolean }

export type ZaloUpload = {
  id: string
  oa_id: string
  kind: 'image' | 'gif' | 'file'
  name: string
  at: number
  bytes: Buffer
}

export type ZaloMessage = {
  id: string
  oa_id: string
  user_id: string
  /** As the chat lists say it: 1 a person, 0 the account. */
  src: 0 | 1
  by: 'user' | 'api' | 'staff'
  type: string
  text: string
  attachments: ZaloAttachment[]
  at: number
  billed: boolean
  seen: boolean
  /** By a template: which, with what in its places, and whether only tried. */
  template?: string
  data?: Record<string, unknown>
  tracking_id?: string
  trial?: boolean
}

export type ZaloTemplateParam = {
  name: string
  require: boolean
  type: 'STRING' | 'NUMBER' | 'DATE'
  max_length: number
  min_length: number
  accept_null: boolean
}

export type ZaloTemplate = {
  id: string
  oa_id: string
  name: string
  status: 'ENABLE' | 'PENDING_REVIEW' | 'REJECT' | 'DISABLE'
  reason?: string
  tag: 'TRANSACTION' | 'CUSTOMER_CARE' | 'PROMOTION'
  quality: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNDEFINED'
  params: ZaloTemplateParam[]
  preview_url: string
  /** đồng */
  price_uid?: number
  price_sdt?: number
  daily_quota?: number
  /** Each send is answered with this number: -249, -1441, -1472 … */
  refuses?: number
  created_at: number
}

export type ZaloAttachment = { type: string; payload: Record<string, unknown> }

export type ZaloWorld = {
  now(): number
  app: ZaloApp
  oas: Map<string, ZaloAccount>
  users: Map<string, ZaloUser>
  tokens: ZaloToken[]
  codes: ZaloCode[]
  uploads: ZaloUpload[]
  messages: ZaloMessage[]
  /** `<oa> <user>` → when the person last did something that opens the window. */
  interactions: Map<string, number>
  /** Messages between 48 hours and seven days after that, which cost money. */
  billed: number
  templates: Map<string, ZaloTemplate>
  /** Numbers that get nothing, with the refusal that says why. */
  phones: Map<string, number>
  /** đồng, of all messages by templates. */
  charged: number
  refreshes: number
  /** Times of the calls of the last minute. */
  recentCalls: number[]
  /** Things made so far: ids come from it. */
  made: number
}
