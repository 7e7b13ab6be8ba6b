import { z } from 'zod'

/** Whom an operator tells: everybody with an account, who runs a shop, whose shop pays, whose shop is on its trial. */
export const announcementAudiences = ['everybody', 'admins', 'paying', 'trying'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]

const kind = z.enum(['system', 'marketing'])
const audience = z.enum(announcementAudiences).default('everybody')
const announced = z.object({ title: z.string().trim().min(1).max(120), text: z.string().trim().min(1).max(600) })

/**
 * `POST /api/v1/operator/announcements`: an operator's news, in both languages, to those of an audience who want to hear such.
 * With an id of the sender's own it goes out once, however often it is sent.
 */
export const announcement = z.object({ id: z.uuid().optional(), kind, audience, vi: announced, en: announced })

/** `GET /api/v1/operator/announcements/reach` */
export const announcementReachQuery = z.object({ kind, audience })

/** How many people it is for; how many of them are told in the app, by e-mail, by push; and in any of these ways. */
export type AnnouncementReach = { people: number; in_app: number; email: number; push: number; reached: number }

/** `GET /api/v1/operator/announcements`. told: notifications written; mailed, read: of these. */
export type DeskAnnouncement = {
  id: string
  kind: 'system' | 'marketing'
  audience: AnnouncementAudience
  vi: z.output<typeof announced>
  en: z.output<typeof announced>
  people: number
  status: 'sending' | 'done'
  created_at: string
  told: number
  mailed: number
  read: number
}
