/** As in the developers' console; what the sources disagree on is a switch. */
export type ZaloApp = {
  app_id: string
  app_secret: string
  oa_secret_key: string
  signs_with: 'oa_secret_key' | 'app_secret'
  /** Some published snippets sign with the account's id. */
  signs_oa_id: boolean
  /** the only allowed redirect; '' allows any */
  callback_url: string
  pkce: 'per_request' | 'static' | 'none'
  code_challenge: string
  echoes_state: boolean
  /** Calls need an `appsecret_proof` (-242). */
  needs_proof: boolean
  numbers_token_errors: boolean
  calls_a_minute: number
  /** Free messages after each customer action: the policy says 8, the API pages unlimited (0). */
  free_replies: number
  received_after_ms: number
  seen_after_ms?: number
}

export type ZaloAccount = {
  id: string
  name: string
  avatar: string
  is_verified: boolean
  package_name: string
  /** Every call is answered with this code: -224 (plan), -221 (not verified), -235, -320 … */
  refuses?: number
  /** consultation messages left; absent: unlimited */
  quota?: number
  quota_total?: number
  template_quota?: number
  sub_quota?: number
  authorised: boolean
}

export type ZaloUser = {
  id: string
  name: string
  avatar: string
  user_id_by_app: string
  follows: boolean
  /** Messages to this person get this code: -213, -217, -227, -244 … */
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
  /** 1: a person, 0: the account */
  src: 0 | 1
  by: 'user' | 'api' | 'staff'
  type: string
  text: string
  attachments: ZaloAttachment[]
  at: number
  billed: boolean
  seen: boolean
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
  /** Each send gets this code: -249, -1441, -1472 … */
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
  /** `<oa> <user>` → when the person last did something that opens the window */
  interactions: Map<string, number>
  /** messages sent between 48 hours and seven days later, which cost money */
  billed: number
  templates: Map<string, ZaloTemplate>
  phones: Map<string, number>
  /** đồng, for all template messages */
  charged: number
  refreshes: number
  recentCalls: number[]
  made: number
}
