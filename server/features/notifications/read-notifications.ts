import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Caller, onlyWorkspaceOf } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { defaultPlaces } from '#shared/rules/notification-places.ts'
import type { notificationSetting, notificationsRead } from '#shared/contracts/notifications.contract.ts'

/** @returns how many were unread */
export async function markRead(
  platform: Platform,
  caller: Caller,
  which: z.output<typeof notificationsRead>,
): Promise<{ read: number }> {
  const chosen = 'ids' in which ? sql`id = any (${which.ids}::uuid[])` : sql`true`
  const only = onlyWorkspaceOf(caller.claims)
  const within = sql`(${only}::uuid is null or workspace_id = ${only})`
  const { rows } = await platform.db.asService(null, tx =>
    sql`update notifications set read_at = ${platform.clock.now()}
      where id in (${held(sql`person_id = ${caller.personId} and in_app and read_at is null and ${within} and ${chosen}`)}) returning id`.execute(
      tx,
    ),
  )
  return { read: rows.length }
}

export async function chooseSetting(
  platform: Platform,
  caller: Caller,
  { kind, in_app, email, push }: z.output<typeof notificationSetting>,
) {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{
      push: boolean | null
    }>`insert into notification_settings as s (person_id, kind, in_app, email, push, updated_at)
      values (${caller.personId}, ${kind}, ${in_app}, ${email}, ${push ?? null}, ${platform.clock.now()})
      on conflict (person_id, kind) do update set in_app = excluded.in_app, email = excluded.email,
        push = coalesce(excluded.push, s.push), updated_at = excluded.updated_at returning push`.execute(tx),
  )
  return { kind, in_app, email, push: rows[0]?.push ?? defaultPlaces[kind].push }
}

export async function readWithConversation(
  platform: Platform,
  tx: Tx,
  { conversation_id, person_id }: EventCatalogue['conversation.read'],
): Promise<void> {
  const unread = sql`person_id = ${person_id} and read_at is null and data ->> 'conversation_id' = ${conversation_id}`
  await sql`update notifications set read_at = ${platform.clock.now()} where id in (${held(unread)})`.execute(tx)
}

/** Locked in id order, so that concurrent readers do not deadlock. */
function held(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from notifications where ${which} order by id for no key update`
}

const retention = days(90)

export async function forgetOldNotifications(platform: Platform): Promise<void> {
  await platform.db.asService(null, tx =>
    sql`delete from notifications where created_at < ${after(platform.clock.now(), -retention)}`.execute(tx),
  )
}
