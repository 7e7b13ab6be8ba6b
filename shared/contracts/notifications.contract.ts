import { z } from 'zod'
import { notificationKinds } from '../words.ts'

export const notificationSetting = z.object({
  kind: z.enum(notificationKinds),
  in_app: z.boolean(),
  email: z.boolean(),
  /** absent: unchanged */
  push: z.boolean().optional(),
})

export const notificationsRead = z.union([
  z.object({ ids: z.array(z.uuid()).min(1).max(200) }),
  z.object({ all: z.literal(true) }),
])

/** null: the account's address */
export const notificationEmail = z.object({ email: z.email().max(254).nullable() })

export const notificationEmailCode = z.object({ code: z.string().regex(/^\d{6}$/) })

const pushKeysOf = z.object({
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
})
const pushEndpoint = z.string().min(1).max(2000)

/** From `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({
  endpoint: pushEndpoint,
  keys: pushKeysOf,
  device: z.string().trim().max(80).default(''),
})

/** Called by the service worker when the browser changes its subscription. */
export const pushRenewal = z.object({
  old: z.object({ endpoint: pushEndpoint, auth: z.string().max(40) }),
  fresh: z.object({ endpoint: pushEndpoint, keys: pushKeysOf }),
})

export const pushNames = z.object({ shown: z.boolean() })

/** Names as of then. */
export type NotificationData = {
  /** Which text of the kind, for example 'almost-reached'. */
  what: string
  workspace?: string
  name?: string
  template?: string
  channel?: string
  /** Of an intent: what, how many, when, in the customer's words. */
  request?: string
  by?: string
  count?: number
  metric?: string
  conversation_id?: string
  channel_id?: string
  source_id?: string
  broadcast_id?: string
  sequence_id?: string
  amount?: number
  currency?: string
  vi?: { title: string; text: string }
  en?: { title: string; text: string }
}
