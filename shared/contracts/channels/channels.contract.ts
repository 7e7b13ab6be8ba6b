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

/** `file`: a key in the bucket `attachments`. */
export const storedAttachment = z.object({
  id: z.uuid(),
  type: z.enum(attachmentTypes),
  /** refused: too large, of an unsupported type or unavailable; expired: removed by the shop's rule; none: nothing to copy */
  status: z.enum(['waiting', 'copied', 'refused', 'expired', 'none']),
  file: z.string().nullish(),
  name: z.string().nullish(),
  mime: z.string().nullish(),
  size: z.number().nullish(),
  /** only of links: the platform's addresses are not kept */
  url: z.string().nullish(),
  title: z.string().nullish(),
  text: z.string().nullish(),
  /** OCR text for the team; empty: none found */
  recognised: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
})
export type StoredAttachment = z.output<typeof storedAttachment>

/** repair: by `POST /channels/:id/repair`; wait: passes by itself; platform: on the platform's pages; none: for information. */
export const repairs = ['reconnect', 'repair', 'wait', 'platform', 'none'] as const
export type Repair = (typeof repairs)[number]

/** '<kind>.<what>' or 'channel.<what>'; texts in shared/texts/channels/channels.*.ts. */
export type FindingCode = string

export const finding = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning', 'info']),
  repair: z.enum(repairs),
  since: z.iso.datetime().optional(),
  /** from the platform */
  detail: z.string().optional(),
})
export type Finding = z.output<typeof finding>

export const tokenHealth = z.object({
  state: z.enum(['valid', 'expiring', 'dead', 'unknown']),
  since: z.iso.datetime().nullable(),
  /** null: never, or unknown */
  expires_at: z.iso.datetime().nullable(),
})
export type TokenHealth = z.output<typeof tokenHealth>

/** Written hourly, on request and on failures. */
export const channelHealth = z.object({
  checked_at: z.iso.datetime(),
  last_event_at: z.iso.datetime().nullable(),
  last_reply_at: z.iso.datetime().nullable(),
  token: tokenHealth,
  subscription: z.object({ wanted: z.array(z.string()), missing: z.array(z.string()) }).nullable(),
  /** 'us', an app id, or null: unknown */
  thread_owner: z.string().nullable(),
  queue: z.object({ waiting: z.number(), held: z.number(), oldest_at: z.iso.datetime().nullable() }),
  /** open conversations, and those with a reply held back */
  window: z.object({ open: z.number(), held: z.number() }),
  findings: z.array(finding),
})
export type ChannelHealth = z.output<typeof channelHealth>
