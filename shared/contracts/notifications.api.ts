import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import {
  notificationEmail,
  notificationEmailCode,
  notificationSetting,
  notificationsRead,
  pushNames,
  pushRenewal,
  pushSubscription,
} from './notifications.contract.ts'
import { notificationKinds } from '../words.ts'
import { byId, nothing } from './endpoint.ts'
import { announcement, announcementReachQuery } from './announcements.contract.ts'
import { announcementReach, deskAnnouncement } from './announcements.results.ts'

const notificationAddress = z.object({
  email: z.string().nullable(),
  verified: z.boolean(),
})

export const notificationsApi = {
  'PUT /api/v1/notifications/settings': {
    summary: 'Sets where the caller is notified of a kind of event.',
    body: notificationSetting,
    result: z.object({
      kind: z.enum(notificationKinds),
      in_app: z.boolean(),
      email: z.boolean(),
      push: z.boolean(),
    }),
  },
  'POST /api/v1/notifications/read': {
    summary: "Marks the caller's notifications as read.",
    body: notificationsRead,
    result: z.object({
      read: z.number(),
    }),
  },
  'PUT /api/v1/account/notification-email': {
    summary: 'Sets another address for notifications and mails a code to it.',
    body: notificationEmail,
    result: notificationAddress,
  },
  'POST /api/v1/account/notification-email/confirm': {
    summary: 'Confirms the notification address with the mailed code.',
    body: notificationEmailCode,
    result: notificationAddress,
  },
  'GET /api/v1/push-key': {
    summary: 'Returns the public key with which a browser subscribes to push notifications.',
    result: z.object({
      public_key: z.string(),
    }),
  },
  'POST /api/v1/push-subscriptions': {
    summary: 'Subscribes a device of the caller to push notifications.',
    body: pushSubscription,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/push-subscriptions/renew': {
    summary: 'Replaces the push address of a device, proved by the old one.',
    body: pushRenewal,
    result: z.object({
      renewed: z.boolean(),
    }),
  },
  'POST /api/v1/push-subscriptions/:id/try': {
    summary: 'Sends a test push to a device of the caller.',
    params: byId,
    result: nothing,
  },
  'DELETE /api/v1/push-subscriptions/:id': {
    summary: 'Unsubscribes a device of the caller.',
    params: byId,
    result: nothing,
  },
  'PUT /api/v1/push-names': {
    summary: 'Sets whether push notifications of the shop name customers and documents.',
    body: pushNames,
    result: z.object({
      shown: z.boolean(),
    }),
  },
  'POST /api/v1/operator/announcements': {
    summary: 'Sends an announcement to people of the installation.',
    body: announcement,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/operator/announcements': {
    summary: 'Lists announcements with their progress, the latest first.',
    result: z.object({
      announcements: z.array(deskAnnouncement),
    }),
  },
  'GET /api/v1/operator/announcements/reach': {
    summary: 'Counts whom an announcement would reach, and where.',
    query: announcementReachQuery,
    result: announcementReach,
  },
} satisfies ApiPart
