import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type {
  announcement,
  AnnouncementAudience,
  announcementReachQuery,
} from '#shared/contracts/announcements.contract.ts'
import type { AnnouncementReach, DeskAnnouncement } from '#shared/contracts/announcements.results.ts'
import { defaultPlaces } from '#shared/rules/notification-places.ts'
import { hasDevice, type Reader, deliverNews } from './notify.ts'

type News = z.output<typeof announcement>
type StoredAnnouncement = { id: string; kind: News['kind']; audience: AnnouncementAudience } & Pick<News, 'vi' | 'en'>

const atOnce = 200

const among: Record<AnnouncementAudience, RawBuilder<boolean>> = {
  everybody: sql`true`,
  admins: sql`exists (select from members m join workspaces w on w.id = m.workspace_id
    where m.person_id = p.id and m.role = 'admin' and m.status = 'active' and w.kind = 'shop' and w.deleted_at is null)`,
  paying: withPlan(['active', 'past_due']),
  trying: withPlan(['trialing']),
}

function withPlan(statuses: string[]): RawBuilder<boolean> {
  return sql`exists (select from members m join subscriptions s on s.workspace_id = m.workspace_id
    join workspaces w on w.id = m.workspace_id where m.person_id = p.id and m.status = 'active' and w.deleted_at is null
      and s.status = any (${statuses}::text[]))`
}

export async function previewAnnouncement(
  platform: Platform,
  _: Operator,
  { kind, audience }: z.output<typeof announcementReachQuery>,
): Promise<AnnouncementReach> {
  return platform.db.asService(null, tx => reachOf(tx, kind, audience))
}

async function reachOf(tx: Tx, kind: News['kind'], audience: AnnouncementAudience): Promise<AnnouncementReach> {
  const defaults = defaultPlaces[kind]
  const { rows } = await sql<AnnouncementReach>`select count(*)::int as people,
      count(*) filter (where in_app)::int as in_app, count(*) filter (where email)::int as email, count(*) filter (where push)::int as push,
      count(*) filter (where in_app or email or push)::int as reached
    from (select coalesce(s.in_app, ${defaults.in_app}) as in_app, coalesce(s.email, ${defaults.email}) and p.email_verified as email,
        coalesce(s.push, ${defaults.push}) and ${hasDevice} as push
      from people p left join notification_settings s on s.person_id = p.id and s.kind = ${kind}
      where p.status = 'active' and ${among[audience]}) q`.execute(tx)
  return rows[0] ?? { people: 0, in_app: 0, email: 0, push: 0, reached: 0 }
}

/** Sent in batches. Idempotent by id. */
export async function announce(platform: Platform, operator: Operator, news: News): Promise<{ id: string }> {
  const { id = newId(), kind, audience, vi, en } = news
  await platform.db.asService(null, async tx => {
    const { people } = await reachOf(tx, kind, audience)
    const { rows } =
      await sql`insert into private.announcements (id, kind, audience, vi, en, people, created_by, created_at)
      values (${id}, ${kind}, ${audience}, ${JSON.stringify(vi)}::jsonb, ${JSON.stringify(en)}::jsonb, ${people}, ${operator.personId}, ${platform.clock.now()})
      on conflict (id) do nothing returning id`.execute(tx)
    if (rows.length === 0) return
    const meta = { kind, audience, people, title: vi.title }
    await recordOperatorAct(platform, tx, operator, {
      workspaceId: null,
      action: 'announcement.sent',
      target: id,
      meta,
    })
    await nextPart(platform, tx, id)
  })
  return { id }
}

function nextPart(platform: Platform, tx: Tx, id: string): Promise<unknown> {
  return platform.jobs.enqueue(tx, { kind: 'send announcement', key: `send announcement ${id}`, payload: { id } })
}

/** Notifies the next batch in id order and queues the rest. Progress is committed with it, so nobody is notified twice or left out. */
export async function notifyAnnouncement(platform: Platform, { id }: { id: string }): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows: pending } = await sql<
      StoredAnnouncement & { notified_to: string | null }
    >`select id, kind, audience, vi, en, notified_to
      from private.announcements where id = ${id} and status = 'sending' for update`.execute(tx)
    const [news] = pending
    if (!news) return
    const { kind, audience, vi, en, notified_to: after } = news
    const { rows } =
      await sql<Reader>`select p.id, p.email_verified, s.in_app, s.email, s.push, ${hasDevice} as has_device
      from people p
        left join notification_settings s on s.person_id = p.id and s.kind = ${kind}
      where p.status = 'active' and ${among[audience]} and (${after}::uuid is null or p.id > ${after}::uuid)
      order by p.id limit ${atOnce}`.execute(tx)
    await deliverNews(platform, tx, rows, {
      workspaceId: null,
      kind,
      matter: `announcement ${id}`,
      data: { what: 'announced', vi, en },
    })
    const last = rows.at(-1)
    if (last && rows.length === atOnce) {
      await sql`update private.announcements set notified_to = ${last.id} where id = ${id}`.execute(tx)
      await nextPart(platform, tx, id)
      return
    }
    await sql`update private.announcements set status = 'done', notified_to = ${last?.id ?? after}, done_at = ${platform.clock.now()}
      where id = ${id}`.execute(tx)
  })
}

type Announcement = WithDates<DeskAnnouncement, 'created_at'>

export async function listAnnouncements(platform: Platform): Promise<{ announcements: Announcement[] }> {
  const announcements = await platform.db
    .readAsService<Announcement>(sql`select a.id, a.kind, a.audience, a.vi, a.en, a.people, a.status, a.created_at,
      (select count(*)::int from notifications n where n.matter = 'announcement ' || a.id) as notified,
      (select count(*)::int from notifications n where n.matter = 'announcement ' || a.id and n.mail = 'sent') as mailed,
      (select count(*)::int from notifications n where n.matter = 'announcement ' || a.id and n.read_at is not null) as read
    from private.announcements a order by a.created_at desc, a.id desc limit 50`)
  return { announcements }
}
