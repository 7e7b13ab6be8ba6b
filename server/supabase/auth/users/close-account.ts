import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** In the caller's transaction; sessions, identities, codes and apps cascade. */
export async function closeAccount(
  platform: Platform,
  tx: Tx,
  { person_id: id }: EventCatalogue['account.closed'],
): Promise<void> {
  const { rows } = await sql`delete from auth.users where id = ${id} returning id`.execute(tx)
  if (rows.length > 0) await platform.jobs.emit(tx, 'person.deleted', { person_id: id })
}
