import { z } from 'zod'

export const attachmentTypes = [
  'image',
  'gif',
  'audio',
  'video',
  'file',
  'sticker',
  'location',
  'link',
  'contact',
  'template',
  'other',
] as const
export type AttachmentType = (typeof attachmentTypes)[number]

/** One of `messages.attachments`. Copied: `file` is its key in the bucket `attachments`, to be opened by a signed address. */
export const storedAttachment = z.object({
  id: z.uuid(),
  type: z.enum(attachmentTypes),
  /** waiting: the copy is on its way; copied; refused: too large, of a type we do not keep, or not to be had; none: nothing to copy */
  status: z.enum(['waiting', 'copied', 'refused', 'none']),
  file: z.string().nullish(),
  name: z.string().nullish(),
  mime: z.string().nullish(),
  size: z.number().nullish(),
  /** of links: where they lead; otherwise the platform's own address is not kept for screens */
  url: z.string().nullish(),
  title: z.string().nullish(),
  text: z.string().nullish(),
  /** of a picture: the words in it, for the team alone; empty: none could be read */
  recognised: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
})
export type StoredAttachment = z.output<typeof storedAttachment>

/** What mends a finding. reconnect: sign in again; repair: the program can do it (`POST /channels/:id/repair`); wait: it passes;
 * platform: something to be done on the platform's own pages; none: to know. */
export const repairs = ['reconnect', 'repair', 'wait', 'platform', 'none'] as const
export type Repair = (typeof repairs)[number]

/** '<kind>.<what>' of a kind, or 'channel.<what>' of all; explained in shared/texts/channels/channels.*.ts. */
export type FindingCode = string

export const finding = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning', 'info']),
  repair: z.enum(repairs),
  /** when it was seen first */
  since: z.iso.datetime().optional(),
  /** the platform's own words, numbers and the like */
  detail: z.string().optional(),
})
export type Finding = z.output<typeof finding>

export const tokenHealth = z.object({
  state: z.enum(['valid', 'expiring', 'dead', 'unknown']),
  /** when the present token was made or renewed */
  since: z.iso.datetime().nullable(),
  /** null: it has no end, or nobody knows */
  expires_at: z.iso.datetime().nullable(),
})
export type TokenHealth = z.output<typeof tokenHealth>

/** `channels.health` of Facebook and Zalo channels, written hourly, on request and when something breaks. */
export const channelHealth = z.object({
  checked_at: z.iso.datetime(),
  last_event_at: z.iso.datetime().nullable(),
  last_reply_at: z.iso.datetime().nullable(),
  token: tokenHealth,
  subscription: z.object({ wanted: z.array(z.string()), missing: z.array(z.string()) }).nullable(),
  /** 'us', the id of the app that answers there, or null: not known */
  thread_owner: z.string().nullable(),
  /** messages that wait for delivery, and since when the oldest does */
  queue: z.object({ waiting: z.number(), held: z.number(), oldest_at: z.iso.datetime().nullable() }),
  /** conversations whose window is open now, and those in which a reply is held because it is closed */
  window: z.object({ open: z.number(), held: z.number() }),
  findings: z.array(finding),
})
export type ChannelHealth = z.output<typeof channelHealth>
