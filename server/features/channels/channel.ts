import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { CallerOf, Feature } from '#platform/feature.ts'
import type { Platform } from '#platform/platform.ts'
import type { Finding, FindingCode, TokenHealth } from '#shared/contracts/channels/channels.contract.ts'
import type { TemplatesWhy, TemplateState, TemplateTag } from '#shared/contracts/campaigns/templates.contract.ts'
import type { TemplateParam } from '#shared/rules/campaigns/template-values.ts'
import type { ChannelEvent } from './channel-events.ts'
import type { SendOutcome, Sending } from './sending/sending.ts'

/** A row of `channels`, as kinds see it. Its tokens are kept secrets of the owner `channel <id>` (`channelSecret`). */
export type Channel = {
  id: string
  workspaceId: string
  kind: PlatformKindName
  /** the page's or the account's id on its platform */
  accountId: string
  name: string
  status: 'connecting' | 'connected' | 'paused' | 'needs_reconnect' | 'disconnected'
  lastInAt: Date | null
}

/** The kinds that bring messages by webhook. (The website has its own way: decision 3.) */
export type PlatformKindName = 'facebook' | 'zalo'

export type HookRequest = {
  /** exactly the bytes that came */
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** One event of a webhook call, kept as it came until it is read. */
export type HookEvent = {
  /** whose event it is: the page, the account */
  accountId: string
  /**
   * Unique in kind and account, the same for a redelivery: the platform's message id, with the event's name where one id
   * has several events. Where the platform gives none: made of what the event says (kind, customer, watermark), never of the body's bytes.
   */
  externalId: string
  /** Events of one thread are read one after the other, in the order of their arrival: the customer's id. */
  thread: string
  /** this event alone, as text; comes back in `read` */
  raw: string
}

/** What the program keeps of a customer's profile; `undefined`: the platform does not tell. */
export type Profile = {
  name?: string | undefined
  /** copied by the guarded fetch */
  avatarUrl?: string | undefined
  /** added to the contact's fields, for example `follower: true` */
  fields?: Record<string, string | number | boolean>
}

export type HealthReport = {
  token: TokenHealth
  /** webhook fields that are needed, and those of them that are not subscribed; null: the kind has no subscriptions */
  subscription: { wanted: string[]; missing: string[] } | null
  /** who answers there by default: 'us', another app (its id), or null where nobody knows */
  threadOwner: string | null
  /** what is wrong; the program adds what it sees by itself (nothing came in for long, a queue that stands) */
  findings: Finding[]
}

export type AccountPlan = { plan: string | null; until: string | null; verified: boolean | null }

/** What a list of templates says of one. */
export type ListedTemplate = {
  externalId: string
  name: string
  state: Exclude<TemplateState, 'gone'>
  quality?: string | undefined
  /** where the list tells all of it */
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
  /** All of an account's. */
  list(
    platform: Platform,
    channel: Channel,
  ): Promise<{ is: 'told'; templates: ListedTemplate[] } | { is: 'refused'; why: TemplatesWhy; detail: string }>
  /** One of them, where the list does not tell all; undefined: it could not be read now. */
  describe?(platform: Platform, channel: Channel, externalId: string): Promise<TemplateDetails | undefined>
  /** Makes one and has it looked at. Absent: they are made in the platform's own pages. @throws template.refused, template.name_taken, template.no_permission */
  make?(platform: Platform, channel: Channel, template: NewTemplate): Promise<void>
}

/** Messages to who subscribed, on an ad account's bill. */
export type KindMarketing = {
  /** Gives a broadcast a name there. Done twice it is two names, of which one is used. */
  makeCampaign(
    platform: Platform,
    channel: Channel,
    name: string,
  ): Promise<{ is: 'made'; externalId: string } | { is: 'later' } | { is: 'refused'; detail: string }>
  /** Reads what one costs, and keeps it. What cannot be read stays as it was. */
  readEstimate(platform: Platform, channel: Channel): Promise<void>
}

/** A token that somebody pasted, for `sen add-channel`. */
export type PastedTokens = { accountId: string; token: string; refreshToken?: string | undefined }

/**
 * A kind of channel: everything that differs between platforms, and nothing else. Inbox and bot know no kinds. Each kind is a
 * folder beside this file and a line in `kinds.ts`; how to add one: docs/guides/add-a-channel.md.
 * None of these is called inside a transaction, except `verify`, `split` and `read`, which are pure.
 */
export type ChannelKind = {
  name: PlatformKindName

  // -- what comes in: POST /hooks/<name>
  /** Over the raw bytes, in constant time; false at every doubt and where no secret is configured. Never throws. */
  verify(config: Config, request: HookRequest): boolean
  /** For the log: the setting that would have made a refused call a good one, where that is certain. */
  explainRefusal?(config: Config, request: HookRequest): string | undefined
  /** Cuts a verified call into its events, all accounts. What is no event of ours is left out; [] where nothing is. Never throws. */
  split(config: Config, request: HookRequest): HookEvent[]
  /** Reads one event: usually one, several where a platform packs them; [] marks it as ignored. Never throws at odd shapes. */
  read(config: Config, event: Pick<HookEvent, 'accountId' | 'raw'>): ChannelEvent[]
  /** GET /hooks/<name>: the platform's handshake, without a database. Absent: 200, empty. */
  greet?(config: Config, query: Record<string, unknown>): { status: number; body: string }

  // -- what goes out
  /** Whether an echo brings back `Sending.metadata`; otherwise an unsure send is repeated as "may be a duplicate" (D4). */
  echoesMetadata: boolean
  /**
   * Sends one message, once: the caller repeats. Everything that may go wrong is an outcome: throws only for bugs. A time-out or
   * a reset after the request was written, or an empty answer, is `unknown`; before: `failed` with class retry. Total time ≤ 15 s.
   */
  send(platform: Platform, channel: Channel, sending: Sending): Promise<SendOutcome>
  /** Shows that somebody types, for a few seconds. Failures are nobody's concern. */
  showTyping?(platform: Platform, channel: Channel, to: Sending['to']): Promise<void>

  // -- the customer
  /** null: there is none (blocked, not permitted): the placeholder stays. @throws anything: asked again later */
  fetchProfile(platform: Platform, channel: Channel, userId: string): Promise<Profile | null>
  /** What a customer is called until the platform tells a name, for example 'Khách Facebook ·1234'. */
  placeholderName(userId: string): string

  // -- the account
  /** Looks at token, subscriptions and whatever else can be wrong. Hourly, and when the owner asks. */
  checkHealth(platform: Platform, channel: Channel): Promise<HealthReport>
  /** Mends what can be mended without the owner (subscribe again, renew a token). @returns whether it helped */
  repair(platform: Platform, channel: Channel, code: FindingCode): Promise<boolean>
  /** Reads the platform's history: what came in or went out since then, oldest first. Known messages are recognised by their ids. */
  backfill(platform: Platform, channel: Channel, since: Date): AsyncIterable<ChannelEvent>
  /** Ends subscriptions at the platform; as far as possible. The caller forgets the tokens. */
  disconnect(platform: Platform, channel: Channel): Promise<void>
  /** What a pasted token opens, checked at the platform. @throws channel.token_invalid, channel.account_mismatch */
  readPasted(
    platform: Platform,
    tokens: PastedTokens,
  ): Promise<{ name: string; secrets: Record<string, string>; fields?: Record<string, unknown> }>
  /** After a channel was stored by a pasted token or by sign-in: subscribe. A failure means: not connected. @throws */
  subscribe?(platform: Platform, channel: Channel): Promise<void>

  // -- templates: what the platform has looked at, to be sent outside of the window; absent: it has none
  templates?: KindTemplates
  marketing?: KindMarketing
  /** What the account's plan is, as its platform calls it; undefined: it could not be read. */
  readPlan?(platform: Platform, channel: Channel): Promise<AccountPlan | undefined>

  // -- addresses, jobs and timers of its own (sign-in, callbacks, renewing of tokens)
  routes?: Feature['routes']
  jobs?: Feature['jobs']
  timers?: Feature['timers']
  plugin?(app: FastifyInstance, platform: Platform, callerOf: CallerOf): void | Promise<void>
}

/** Where a secret of a channel is kept: `saveSecret(platform, tx, channelSecret(channel, 'token'), …)`. */
export function channelSecret(channel: Pick<Channel, 'id' | 'workspaceId'>, name: string) {
  return { workspaceId: channel.workspaceId, owner: `channel ${channel.id}`, name }
}
