import { z } from 'zod'
import { notificationKinds } from '../words.ts'

/** `PUT /api/v1/notifications/settings`: where one is told of a kind from now on. */
export const notificationSetting = z.object({
  kind: z.enum(notificationKinds),
  in_app: z.boolean(),
  email: z.boolean(),
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

const announced = z.object({ title: z.string().trim().min(1).max(120), text: z.string().trim().min(1).max(600) })

/** `POST /api/v1/operator/announcements`: an operator's news, in both languages, to everybody who wants to hear such. */
export const announcement = z.object({ kind: z.enum(['system', 'marketing']), vi: announced, en: announced })

/** What a notification tells of beside its kind. Names are as they were then. */
export type NotificationData = {
  /** 'almost-reached', 'settled' …: which text of the kind it is. */
  what: string
  workspace?: string
  name?: string
  /** How many, or the metric that is counted. */
  count?: number
  metric?: string
  conversation_id?: string
  channel_id?: string
  source_id?: string
  amount?: number
  currency?: string
  /** An announcement, in both languages. */
  vi?: { title: string; text: string }
  en?: { title: string; text: string }
}
