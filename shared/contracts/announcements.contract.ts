import { z } from 'zod'

export const announcementAudiences = ['everybody', 'admins', 'paying', 'trying'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]

const kind = z.enum(['system', 'marketing'])
const audience = z.enum(announcementAudiences).default('everybody')
const announced = z.object({ title: z.string().trim().min(1).max(120), text: z.string().trim().min(1).max(600) })

/** With the sender's own id it goes out once, however often it is sent. */
export const announcement = z.object({ id: z.uuid().optional(), kind, audience, vi: announced, en: announced })

export const announcementReachQuery = z.object({ kind, audience })
