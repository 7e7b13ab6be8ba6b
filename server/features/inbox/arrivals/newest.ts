import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Arrival } from './arrival.ts'

const ahead = minutes(5)

/** The platform's time, else the arrival; never later than possible. */
export function occurredAt({ event, receivedAt }: Pick<Arrival, 'event' | 'receivedAt'>): Date {
  if (!event.time) return receivedAt
  const claimed = new Date(event.time)
  const latest = after(receivedAt, ahead)
  return claimed < latest ? claimed : latest
}

/** The facts newer than those known; records them, so that the latest event wins in any order of arrival. */
export async function newestOf(
  tx: Tx,
  { workspaceId, contactId, at }: { workspaceId: string; contactId: string; at: Date },
  facts: readonly string[],
): Promise<Set<string>> {
  if (facts.length === 0) return new Set()
  const { rows } = await sql<{
    what: string
  }>`insert into private.contact_reports as t (workspace_id, contact_id, what, reported_at)
    select ${workspaceId}::uuid, ${contactId}::uuid, what, ${at}::timestamptz from unnest(${[...facts].toSorted()}::text[]) as received (what)
    on conflict (workspace_id, contact_id, what) do update set reported_at = excluded.reported_at where t.reported_at <= excluded.reported_at
    returning what`.execute(tx)
  return new Set(rows.map(({ what }) => what))
}
