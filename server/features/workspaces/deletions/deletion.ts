import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** What has to be known to delete it again in an older backup. `lifted_at`: brought back on purpose. */
export const deletionSchema = z.object({
  kind: z.enum(['workspace', 'account']),
  id: z.uuid().lowercase(),
  at: z.iso.datetime(),
  lifted_at: z.iso.datetime().nullable(),
})
export type Deletion = z.output<typeof deletionSchema>

/** In the transaction that deletes the shop; it is put on the list afterwards. */
export async function saveDeletedWorkspace(
  _platform: Platform,
  tx: Tx,
  { workspace_id: id }: EventCatalogue['workspace.deleted'],
): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select deleted_at as at from workspaces
    where id = ${id} and deleted_at is not null`.execute(tx)
  for (const { at } of rows) await saveDeletion(tx, { kind: 'workspace', id, at })
}

/** In the transaction that deletes the account. */
export function saveDeletedAccount(
  platform: Platform,
  tx: Tx,
  { person_id: id }: EventCatalogue['person.deleted'],
): Promise<void> {
  return saveDeletion(tx, { kind: 'account', id, at: platform.clock.now() })
}

/** Once, until it is lifted. */
export async function saveDeletion(
  tx: Tx,
  { kind, id, at }: Pick<Deletion, 'kind' | 'id'> & { at: Date },
): Promise<void> {
  await sql`insert into private.deletions (kind, id, at) select ${kind}, ${id}, ${at}
    where not exists (select from private.deletions d where d.kind = ${kind} and d.id = ${id} and d.lifted_at is null)
    on conflict (kind, id, at) do nothing`.execute(tx)
}

/** Exactly this deletion holds no more: a later one of the same shop does, whatever the clocks say. */
export async function liftDeletion(tx: Tx, { kind, id, at }: Deletion, now: Date): Promise<void> {
  await sql`insert into private.deletions (kind, id, at, lifted_at) values (${kind}, ${id}, ${at}::timestamptz, ${now})
    on conflict (kind, id, at) do update set lifted_at = excluded.lifted_at, recorded_at = null`.execute(tx)
}
