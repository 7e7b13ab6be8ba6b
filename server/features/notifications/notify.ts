import { sql } from 'kysely'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { NotificationData } from '#shared/contracts/notifications.contract.ts'
import { defaultPlaces } from '#shared/rules/notification-places.ts'
import type { NotificationKind } from '#shared/words.ts'

export type News = {
  workspaceId: string
  kind: NotificationKind
  /** Deduplicates per person. */
  matter: string
  data: NotificationData
  mail?: boolean
}

/** A `personId` counts only while a member. */
export type Audience = 'members' | 'admins' | { personId: string }

const firstMailAfter = minutes(1)
const pushAfter = seconds(2)
const minMailGap = minutes(10)

/** In the event's transaction, by each person's settings. */
export async function notify(platform: Platform, tx: Tx, audience: Audience, news: News): Promise<void> {
  const chosen =
    audience === 'members'
      ? sql`true`
      : audience === 'admins'
        ? sql`m.role = 'admin'`
        : sql`m.person_id = ${audience.personId}`
  const { rows } =
    await sql<Reader>`select p.id, p.email_verified, s.in_app, s.email, s.push, ${hasDevice} as has_device from members m
      join people p on p.id = m.person_id join workspaces w on w.id = m.workspace_id
      left join notification_settings s on s.person_id = p.id and s.kind = ${news.kind}
    where m.workspace_id = ${news.workspaceId} and m.status = 'active' and p.status = 'active' and w.deleted_at is null
      and ${chosen} order by p.id`.execute(tx)
  await deliverNews(platform, tx, rows, news)
}

/** Settings null: none chosen yet. */
export type Reader = {
  id: string
  email_verified: boolean
  has_device: boolean
  in_app: boolean | null
  email: boolean | null
  push: boolean | null
}

export const hasDevice = sql<boolean>`exists (select from push_subscriptions d where d.person_id = p.id)`

/** @param news without a workspace: from the product's makers */
export async function deliverNews(
  platform: Platform,
  tx: Tx,
  readers: Reader[],
  news: Omit<News, 'workspaceId'> & { workspaceId: string | null },
): Promise<void> {
  const now = platform.clock.now()
  const defaults = defaultPlaces[news.kind]
  for (const reader of readers) {
    const inApp = reader.in_app ?? defaults.in_app
    const mails = (reader.email ?? defaults.email) && reader.email_verified && news.mail !== false
    const pushes = (reader.push ?? defaults.push) && reader.has_device
    if (!inApp && !mails && !pushes) continue
    const id = newId()
    const { rows } =
      await sql`insert into notifications (id, person_id, workspace_id, kind, matter, data, in_app, mail, created_at)
      values (${id}, ${reader.id}, ${news.workspaceId}, ${news.kind}, ${news.matter}, ${JSON.stringify(news.data)}::jsonb,
        ${inApp}, ${mails ? 'waiting' : 'none'}, ${now})
      on conflict (person_id, matter) do nothing returning id`.execute(tx)
    if (rows.length === 0) continue
    if (mails) await planMail(platform, tx, reader.id)
    if (pushes) await planPush(platform, tx, id)
  }
}

/** Delayed: a member with the conversation open reads it within that time. */
async function planPush(platform: Platform, tx: Tx, id: string): Promise<void> {
  await platform.jobs.enqueue(tx, {
    kind: 'push notification',
    key: `push notification ${id}`,
    payload: { id },
    runAt: after(platform.clock.now(), pushAfter),
  })
}

/** Batches a minute's news, at most one letter per ten minutes. */
async function planMail(platform: Platform, tx: Tx, personId: string): Promise<void> {
  const { rows } = await sql<{ last: Date | null }>`select max(mailed_at) as last from notifications
    where person_id = ${personId} and mail <> 'none'`.execute(tx)
  const soon = after(platform.clock.now(), firstMailAfter)
  const next = rows[0]?.last ? after(rows[0].last, minMailGap) : soon
  await platform.jobs.enqueue(tx, {
    kind: 'mail notifications',
    key: `mail notifications ${personId}`,
    payload: { person_id: personId },
    runAt: next > soon ? next : soon,
    latestMs: minMailGap,
  })
}
