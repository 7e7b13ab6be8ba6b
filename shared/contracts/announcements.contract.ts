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
