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

const told = z.object({
  email: z.string().nullable(),
  verified: z.boolean(),
})

/** What the addresses of notifications take and give. */
export const notificationsApi = {
  'PUT /api/v1/notifications/settings': {
    body: notificationSetting,
    result: z.object({
      kind: z.enum(notificationKinds),
      in_app: z.boolean(),
      email: z.boolean(),
      push: z.boolean(),
    }),
  },
  'POST /api/v1/notifications/read': {
    body: notificationsRead,
    result: z.object({
      read: z.number(),
    }),
  },
  'PUT /api/v1/account/notification-email': { body: notificationEmail, result: told },
  'POST /api/v1/account/notification-email/confirm': { body: notificationEmailCode, result: told },
  'GET /api/v1/push-key': {
    result: z.object({
      public_key: z.string(),
    }),
  },
  'POST /api/v1/push-subscriptions': {
    body: pushSubscription,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/push-subscriptions/renew': {
    body: pushRenewal,
    result: z.object({
      renewed: z.boolean(),
    }),
  },
  'POST /api/v1/push-subscriptions/:id/try': { params: byId, result: nothing },
  'DELETE /api/v1/push-subscriptions/:id': { params: byId, result: nothing },
  'PUT /api/v1/push-names': {
    body: pushNames,
    result: z.object({
      shown: z.boolean(),
    }),
  },
  'POST /api/v1/operator/announcements': {
    body: announcement,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/operator/announcements': {
    result: z.object({
      announcements: z.array(deskAnnouncement),
    }),
  },
  'GET /api/v1/operator/announcements/reach': { query: announcementReachQuery, result: announcementReach },
} satisfies ApiPart
