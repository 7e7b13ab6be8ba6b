import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { customerTimeline } from '#shared/contracts/customers/timeline.contract.ts'
import type { TimelineEntry } from '#shared/contracts/customers/timeline.results.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import { notErased } from './not-erased.ts'

type Row = WithDates<TimelineEntry, 'at'> & { place: string }

const shownMessages = 4

/**
 * Everything that was said on all channels, the latest first: conversations by their last message, each campaign message by itself.
 * @throws request.not_found
 */
export async function readCustomerTimeline(
  platform: Platform,
  { workspaceId: ws }: Caller,
  { id, before, limit }: { id: string } & z.output<typeof customerTimeline>,
): Promise<{ entries: WithDates<TimelineEntry, 'at'>[]; next: string | null }> {
  const [known] = await platform.db.readAsService(
    sql`select 1 from customers cu where cu.workspace_id = ${ws} and cu.id = ${id} and ${notErased}`,
  )
  if (!known) throw failure('request.not_found')
  const [at, last] = before?.split('_') ?? []
  const older = before ? sql`(e.at, e.id) < (${at}::timestamptz, ${last}::uuid)` : sql`true`
  const rows = await platform.db.readAsService<Row>(sql`
    select e.kind, e.id, e.at, e.source, e.channel_id, e.status, e.text, to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || e.id as place,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'author', s.author, 'direction', s.direction, 'text', s.text) order by s.seq)
        from (select m.id, m.author, m.direction, m.text, m.seq from messages m where m.workspace_id = ${ws} and e.kind = 'talk'
          and m.conversation_id = e.id and m.origin is null order by m.seq desc limit ${shownMessages}) s), '[]') as messages
    from (
      select 'talk' as kind, v.id, v.last_message_at as at, v.source, v.channel_id, v.status, '' as text
      from conversations v join contacts k on k.workspace_id = v.workspace_id and k.id = v.contact_id
      where v.workspace_id = ${ws} and k.customer_id = ${id} and (
        not exists (select from messages m where m.workspace_id = ${ws} and m.conversation_id = v.id and m.origin is not null)
        or exists (select from messages m where m.workspace_id = ${ws} and m.conversation_id = v.id and m.origin is null))
      union all select 'campaign', m.id, m.created_at, v.source, v.channel_id, null, m.text
      from conversations v join contacts k on k.workspace_id = v.workspace_id and k.id = v.contact_id
      join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
      where v.workspace_id = ${ws} and k.customer_id = ${id} and m.origin is not null
    ) e where ${older} order by e.at desc, e.id desc limit ${limit + 1}`)
  const entries = rows.slice(0, limit)
  return {
    entries: entries.map(({ place: _, ...entry }) => entry),
    next: rows.length > limit ? (entries.at(-1)?.place ?? null) : null,
  }
}
