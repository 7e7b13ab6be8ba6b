import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Arrival } from './arrival.ts'

/** A platform's clock may be ahead of ours by so much. */
const ahead = minutes(5)

/** When something happened, as its platform says; without its word when it came. Never later than it can have been. */
export function occurredAt({ event, receivedAt }: Pick<Arrival, 'event' | 'receivedAt'>): Date {
  if (!event.time) return receivedAt
  const said = new Date(event.time)
  const latest = after(receivedAt, ahead)
  return said < latest ? said : latest
}

/**
 * Which of these facts about a contact nothing newer is known of; they are known from now on. So whatever comes in whatever order,
 * what happened last holds.
 */
export async function newestOf(
  tx: Tx,
  { workspaceId, contactId, at }: { workspaceId: string; contactId: string; at: Date },
  facts: readonly string[],
): Promise<Set<string>> {
  if (facts.length === 0) return new Set()
  const { rows } = await sql<{
    what: string
  }>`insert into private.told_of_contacts as t (workspace_id, contact_id, what, told_at)
    select ${workspaceId}::uuid, ${contactId}::uuid, what, ${at}::timestamptz from unnest(${[...facts].toSorted()}::text[]) as told (what)
    on conflict (workspace_id, contact_id, what) do update set told_at = excluded.told_at where t.told_at <= excluded.told_at
    returning what`.execute(tx)
  return new Set(rows.map(({ what }) => what))
}
