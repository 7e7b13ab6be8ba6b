import { z } from 'zod'
import { instant } from './endpoint.ts'
import { announcementAudiences } from './announcements.contract.ts'

/** notified: notifications written; mailed, read: of these. */
export const deskAnnouncement = z.object({
  id: z.uuid(),
  kind: z.enum(['system', 'marketing']),
  audience: z.enum(announcementAudiences),
  vi: z.object({
    title: z.string(),
    text: z.string(),
  }),
  en: z.object({
    title: z.string(),
    text: z.string(),
  }),
  people: z.number(),
  status: z.enum(['done', 'sending']),
  created_at: instant,
  notified: z.number(),
  mailed: z.number(),
  read: z.number(),
})
export type DeskAnnouncement = z.output<typeof deskAnnouncement>

export const announcementReach = z.object({
  people: z.number(),
  in_app: z.number(),
  email: z.number(),
  push: z.number(),
  reached: z.number(),
})
export type AnnouncementReach = z.output<typeof announcementReach>
