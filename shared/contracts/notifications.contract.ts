import { z } from 'zod'
import { notificationKinds } from '../words.ts'

/** `PUT /api/v1/notifications/settings`: where one is told of a kind from now on. */
export const notificationSetting = z.object({
  kind: z.enum(notificationKinds),
  in_app: z.boolean(),
  email: z.boolean(),
  /** Without it the choice for pushes stays. */
  push: z.boolean().optional(),
})

/** `POST /api/v1/notifications/read`: these, or all that are there. */
export const notificationsRead = z.union([
  z.object({ ids: z.array(z.uuid()).min(1).max(200) }),
  z.object({ all: z.literal(true) }),
])

/** `PUT /api/v1/account/notification-email`: null: notifications go to the address of the account. */
export const notificationEmail = z.object({ email: z.email().max(254).nullable() })

/** `POST /api/v1/account/notification-email/confirm`: the digits that were mailed to the new address. */
export const notificationEmailCode = z.object({ code: z.string().regex(/^\d{6}$/) })

const pushKeysOf = z.object({
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
})
const pushEndpoint = z.string().min(1).max(2000)

/** `POST /api/v1/push-subscriptions`: what the browser gave (`PushSubscription.toJSON()`), and what people call the device. */
export const pushSubscription = z.object({
  endpoint: pushEndpoint,
  keys: pushKeysOf,
  device: z.string().trim().max(80).default(''),
})

/** `POST /api/v1/push-subscriptions/renew`: a service worker's own call, after the browser changed its subscription. */
export const pushRenewal = z.object({
  old: z.object({ endpoint: pushEndpoint, auth: z.string().max(40) }),
  fresh: z.object({ endpoint: pushEndpoint, keys: pushKeysOf }),
})

/** `PUT /api/v1/push-names` */
export const pushNames = z.object({ shown: z.boolean() })

/** What a notification tells of beside its kind. Names are as they were then. */
export type NotificationData = {
  /** 'almost-reached', 'settled' …: which text of the kind it is. */
  what: string
  workspace?: string
  name?: string
  /** The name of a template that a sequence sends. */
  template?: string
  /** Where the customer writes, as it was called then. */
  channel?: string
  /** Who did it. */
  by?: string
  /** How many, or the metric that is counted. */
  count?: number
  metric?: string
  conversation_id?: string
  channel_id?: string
  source_id?: string
  broadcast_id?: string
  sequence_id?: string
  amount?: number
  currency?: string
  /** An announcement, in both languages. */
  vi?: { title: string; text: string }
  en?: { title: string; text: string }
}
