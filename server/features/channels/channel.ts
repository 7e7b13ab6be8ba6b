import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { CallerOf, Feature } from '#platform/feature.ts'
import type { Platform } from '#platform/platform.ts'
import type { Finding, FindingCode, TokenHealth } from '#shared/contracts/channels/channels.contract.ts'
import type { TemplatesWhy, TemplateState, TemplateTag } from '#shared/contracts/campaigns/templates.contract.ts'
import type { TemplateParam } from '#shared/rules/campaigns/template-values.ts'
import type { ChannelEvent } from './channel-events.ts'
import type { SendOutcome, Sending } from './sending/sending.ts'

/** A row of `channels`. Its tokens are stored secrets (`channelSecret`). */
export type Channel = {
  id: string
  workspaceId: string
  kind: PlatformKindName
  /** page or account id on the platform */
  accountId: string
  name: string
  status: 'connecting' | 'connected' | 'paused' | 'needs_reconnect' | 'disconnected'
  lastInAt: Date | null
}

/** Platforms that deliver by webhook; the website has its own path (decision 3). */
export type PlatformKindName = 'facebook' | 'zalo'

export type HookRequest = {
  /** raw bytes: signatures are over them */
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** One event of a webhook call, unparsed. */
export type HookEvent = {
  accountId: string
  /**
   * Unique per kind and account, and stable across redeliveries: the platform's message id, plus the event name where one id has several
   * events. Without an id: derived from the content (kind, customer, watermark), never from the body's bytes.
   */
  externalId: string
  /** The customer's id: events of one thread are processed in order of arrival. */
  thread: string
  /** JSON of this event alone; passed to `read` */
  raw: string
}

/** `undefined`: the platform does not provide it. */
export type Profile = {
  name?: string | undefined
  avatarUrl?: string | undefined
  /** merged into the contact's fields, e.g. `follower: true` */
  fields?: Record<string, string | number | boolean>
}

export type HealthReport = {
  token: TokenHealth
  /** webhook fields required and missing; null: the platform has no subscriptions */
  subscription: { wanted: string[]; missing: string[] } | null
  /** default responder: 'us', another app's id, or null if unknown */
  threadOwner: string | null
  /** `checkChannel` adds findings of its own (silence, a stuck queue) */
  findings: Finding[]
}

export type AccountPlan = { plan: string | null; until: string | null; verified: boolean | null }

export type ListedTemplate = {
  externalId: string
  name: string
  state: Exclude<TemplateState, 'gone'>
  quality?: string | undefined
  /** if the list includes them */
  details?: TemplateDetails | undefined
}

export type TemplateDetails = {
  language: string | null
  reason: string | null
  tag: TemplateTag | null
  body: string | null
  params: TemplateParam[]
  previewUrl: string | null
  /** đồng */
  priceUid: number | null
  pricePhone: number | null
  dailyQuota: number | null
  quotaLeft: number | null
}

export type NewTemplate = { name: string; language: string; body: string; examples: string[] }

export type KindTemplates = {
  list(
    platform: Platform,
    channel: Channel,
  ): Promise<{ is: 'told'; templates: ListedTemplate[] } | { is: 'refused'; why: TemplatesWhy; detail: string }>
  /** Needed where the list has no details; undefined: could not be read now. */
  describe?(platform: Platform, channel: Channel, externalId: string): Promise<TemplateDetails | undefined>
  /** Submits one for approval. Absent: templates are made on the platform's own pages. @throws template.refused, template.name_taken, template.no_permission */
  make?(platform: Platform, channel: Channel, template: NewTemplate): Promise<void>
}

/** Paid messages to subscribers, billed to an ad account. */
export type KindMarketing = {
  /** Not idempotent: a second call makes a second campaign, which stays unused. */
  makeCampaign(
    platform: Platform,
    channel: Channel,
    name: string,
  ): Promise<{ is: 'made'; externalId: string } | { is: 'later' } | { is: 'refused'; detail: string }>
  /** Stores the cost per message; on failure the stored one stays. */
  readEstimate(platform: Platform, channel: Channel): Promise<void>
}

/** For `sen add-channel`. */
export type PastedTokens = { accountId: string; token: string; refreshToken?: string | undefined }

/**
 * Everything that differs between platforms; inbox and bot know none of it. Each kind is a folder beside this file and a line in
 * `kinds.ts` (docs/guides/add-a-channel.md).
 * Only `verify`, `split` and `read`, which are pure, may be called inside a transaction.
 */
export type ChannelKind = {
  name: PlatformKindName

  // -- inbound: POST /hooks/<name>
  /** Constant-time check over the raw bytes; false if in doubt or no secret is configured. Never throws. */
  verify(config: Config, request: HookRequest): boolean
  /** For the log: which setting is wrong, where that is certain. */
  explainRefusal?(config: Config, request: HookRequest): string | undefined
  /** Splits a verified call into events, of all accounts. Unknown events are dropped. Never throws. */
  split(config: Config, request: HookRequest): HookEvent[]
  /** Parses one event; several where a platform packs them, [] to ignore it. Never throws on unknown shapes. */
  read(config: Config, event: Pick<HookEvent, 'accountId' | 'raw'>): ChannelEvent[]
  /** GET /hooks/<name>: the platform's handshake; must not need the database. Absent: 200, empty. */
  greet?(config: Config, query: Record<string, unknown>): { status: number; body: string }

  // -- outbound
  /** Whether echoes carry `Sending.metadata`; if not, an uncertain send is repeated as "may be a duplicate" (D4). */
  echoesMetadata: boolean
  /**
   * One attempt; the caller retries. Failures are outcomes, only bugs throw. A timeout or reset after the request was written, or an
   * empty response, is `unknown`; before that it is `failed` with class retry. At most 15 s in total.
   */
  send(platform: Platform, channel: Channel, sending: Sending): Promise<SendOutcome>
  /** Typing indicator for a few seconds; failures are ignored. */
  showTyping?(platform: Platform, channel: Channel, to: Sending['to']): Promise<void>

  // -- the customer
  /** null: not available (blocked, not permitted). @throws anything: retried later */
  fetchProfile(platform: Platform, channel: Channel, userId: string): Promise<Profile | null>
  /** Name until the platform gives one, e.g. 'Khách Facebook ·1234'. */
  placeholderName(userId: string): string

  // -- the account
  /** Hourly, and when the owner asks. */
  checkHealth(platform: Platform, channel: Channel): Promise<HealthReport>
  /** Fixes what needs no owner (subscribe again, renew a token). @returns whether it helped */
  repair(platform: Platform, channel: Channel, code: FindingCode): Promise<boolean>
  /** Messages of both sides since then, oldest first. Callers skip known ids. */
  backfill(platform: Platform, channel: Channel, since: Date): AsyncIterable<ChannelEvent>
  /** Best effort: ends subscriptions at the platform. The caller deletes the tokens. */
  disconnect(platform: Platform, channel: Channel): Promise<void>
  /** Checks a pasted token at the platform. @throws channel.token_invalid, channel.account_mismatch */
  readPasted(
    platform: Platform,
    tokens: PastedTokens,
  ): Promise<{ name: string; secrets: Record<string, string>; fields?: Record<string, unknown> }>
  /** Called once the channel is stored. @throws if it failed: the channel is then not connected */
  subscribe?(platform: Platform, channel: Channel): Promise<void>

  // -- templates approved by the platform, for messages outside the window
  templates?: KindTemplates
  marketing?: KindMarketing
  /** In the platform's words; undefined: could not be read. */
  readPlan?(platform: Platform, channel: Channel): Promise<AccountPlan | undefined>

  // -- its own routes, jobs and timers (sign-in, callbacks, token renewal)
  routes?: Feature['routes']
  jobs?: Feature['jobs']
  timers?: Feature['timers']
  plugin?(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void | Promise<void>
}

/** Key of a channel's secret: `saveSecret(platform, tx, channelSecret(channel, 'token'), …)`. */
export function channelSecret(channel: Pick<Channel, 'id' | 'workspaceId'>, name: string) {
  return { workspaceId: channel.workspaceId, owner: `channel ${channel.id}`, name }
}
