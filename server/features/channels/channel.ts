import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { CallerOf, Feature } from '#platform/feature.ts'
import type { Platform } from '#platform/platform.ts'
import type { Finding, FindingCode, TokenHealth } from '#shared/contracts/channels/channels.contract.ts'
import type { TemplatesWhy, TemplateState, TemplateTag } from '#shared/contracts/campaigns/templates.contract.ts'
import type { TemplateParam } from '#shared/rules/campaigns/template-values.ts'
import type { ChannelKind as ChannelKindName, ChannelStatus } from '#shared/words.ts'
import type { ChannelEvent } from './channel-events.ts'
import type { SendOutcome, Sending } from './sending/sending.ts'

/** Its tokens are stored secrets (`channelSecret`). */
export type Channel = {
  id: string
  workspaceId: string
  kind: ChannelKindName
  accountId: string
  name: string
  status: ChannelStatus
  lastInAt: Date | null
}

export type PlatformKindName = Exclude<ChannelKindName, 'website'>

export type HookRequest = {
  /** raw bytes, because signatures cover them */
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export type HookEvent = {
  accountId: string
  /**
   * Unique per kind and account, and stable across redeliveries: the platform's message id, plus the event name if ambiguous; without an
   * id derived from the content, never from the body's bytes.
   */
  externalId: string
  /** Events of one thread (the customer's id) are processed in order of arrival. */
  thread: string
  raw: string
}

export type Profile = {
  name?: string | undefined
  avatarUrl?: string | undefined
  fields?: Record<string, string | number | boolean>
}

export type HealthReport = {
  token: TokenHealth
  /** required webhook fields; null: the platform has no subscriptions */
  subscription: { wanted: string[]; missing: string[] } | null
  /** 'us', another app's id, or null if unknown */
  threadOwner: string | null
  findings: Finding[]
}

export type AccountPlan = { plan: string | null; until: string | null; verified: boolean | null }

export type ListedTemplate = {
  externalId: string
  name: string
  state: Exclude<TemplateState, 'gone'>
  quality?: string | undefined
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
  ): Promise<
    | { is: 'listed'; templates: ListedTemplate[]; isWhole: boolean }
    | { is: 'refused'; why: TemplatesWhy; detail: string }
  >
  /** Needed where the list has no details; undefined: could not be read now. */
  describe?(platform: Platform, channel: Channel, externalId: string): Promise<TemplateDetails | undefined>
  /** @throws template.refused, template.name_taken, template.no_permission */
  make?(platform: Platform, channel: Channel, template: NewTemplate): Promise<void>
}

export type KindMarketing = {
  /** Not idempotent: a second call makes a second campaign, which stays unused. */
  makeCampaign(
    platform: Platform,
    channel: Channel,
    name: string,
  ): Promise<{ is: 'made'; externalId: string } | { is: 'later' } | { is: 'refused'; detail: string }>
  readEstimate(platform: Platform, channel: Channel): Promise<void>
}

export type PastedTokens = { accountId: string; token: string; refreshToken?: string | undefined }

/** Only the pure `verify`, `split` and `read` may be called inside a transaction. To add a kind, see docs/guides/add-a-channel.md. */
export type ChannelKind = {
  name: PlatformKindName

  /** Constant-time check over the raw bytes; false if in doubt. Never throws. */
  verify(config: Config, request: HookRequest): boolean
  explainRefusal?(config: Config, request: HookRequest): string | undefined
  /** Drops unknown events. Never throws. */
  split(config: Config, request: HookRequest): HookEvent[]
  /** Several where a platform packs them, [] to ignore it. Never throws. */
  read(config: Config, event: Pick<HookEvent, 'accountId' | 'raw'>): ChannelEvent[]
  /** GET /hooks/<name>; must not need the database. Absent: 200, empty. */
  greet?(config: Config, query: Record<string, unknown>): { status: number; body: string }

  /** If false, an uncertain send is repeated as "may be a duplicate" (D4). */
  echoesMetadata: boolean
  /**
   * One attempt, at most 15 s; only bugs throw. A timeout or reset after writing the request, or an empty response, is `unknown`; before
   * that `failed` with class retry.
   */
  send(platform: Platform, channel: Channel, sending: Sending): Promise<SendOutcome>
  showTyping?(platform: Platform, channel: Channel, to: Sending['to']): Promise<void>

  /** null: not available (blocked, not permitted). @throws anything: retried later */
  fetchProfile(platform: Platform, channel: Channel, userId: string): Promise<Profile | null>
  placeholderName(userId: string): string

  checkHealth(platform: Platform, channel: Channel): Promise<HealthReport>
  /** Fixes what needs no owner. Returns whether it helped. */
  repair(platform: Platform, channel: Channel, code: FindingCode): Promise<boolean>
  /** Messages of both sides since then, oldest first. Callers skip known ids. */
  backfill(platform: Platform, channel: Channel, since: Date): AsyncIterable<ChannelEvent>
  /** Best effort: ends subscriptions at the platform. The caller deletes the tokens. */
  disconnect(platform: Platform, channel: Channel): Promise<void>
  /** @throws channel.token_invalid, channel.account_mismatch */
  readPasted(
    platform: Platform,
    tokens: PastedTokens,
  ): Promise<{ name: string; secrets: Record<string, string>; fields?: Record<string, unknown> }>
  /** Called once the channel is stored. @throws if it failed: the channel is then not connected */
  subscribe?(platform: Platform, channel: Channel): Promise<void>

  templates?: KindTemplates
  marketing?: KindMarketing
  readPlan?(platform: Platform, channel: Channel): Promise<AccountPlan | undefined>
  /** Asked about somebody who acted lately, where the platform wants that; what it says is stored. */
  readQuota?(platform: Platform, channel: Channel, userId: string): Promise<unknown>

  routes?: Feature['routes']
  jobs?: Feature['jobs']
  timers?: Feature['timers']
  plugin?(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void | Promise<void>
}

export function channelSecret(channel: Pick<Channel, 'id' | 'workspaceId'>, name: string) {
  return { workspaceId: channel.workspaceId, owner: `channel ${channel.id}`, name }
}
