import { sql } from 'kysely'
import { type Deletion, liftDeletion } from '#features/workspaces/deletions/deletion.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Erasures } from '../erasures/read-lists.ts'
import type { ExportManifest } from './export-manifest.ts'
import { refuseImport } from './refuse-import.ts'

type Listed = Pick<Erasures, 'deletions' | 'spared'>

/** @throws StartError with the day of the deletion, unless somebody says that the shop is wanted back */
export function refuseDeleted({ workspace: { id, name } }: ExportManifest, { deletions, spared }: Listed): void {
  const [last] = deletionsOf(deletions, id).toReversed()
  if (last && !spared.includes(id)) throw refuseImport('deleted', { id, name, at: minuteOf(last.at) })
}

/** In the transaction of the rows: a later restore leaves it alone. */
export async function liftIfWanted(
  platform: Platform,
  tx: Tx,
  id: string,
  { deletions, spared }: Listed,
): Promise<void> {
  if (!spared.includes(id)) return
  for (const one of deletionsOf(deletions, id)) await liftDeletion(tx, one, platform.clock.now())
}

/** Members whose accounts were deleted. Whoever has been in the shop longest becomes its admin, if none is left. @throws StartError */
export async function dropDeleted(tx: Tx, id: string, deleted: number): Promise<void> {
  if (deleted === 0) return
  await sql`delete from members where workspace_id = ${id} and status = 'active' and person_id is null`.execute(tx)
  await sql`update members set role = 'admin' where id = (
      select id from members where workspace_id = ${id} and status = 'active' order by joined_at, id limit 1)
    and not exists (select from members where workspace_id = ${id} and status = 'active' and role = 'admin')`.execute(
    tx,
  )
  const { rows } = await sql`select from members where workspace_id = ${id} and status = 'active' limit 1`.execute(tx)
  if (rows.length === 0) throw refuseImport('nobody')
}

export function describeWanted({ deletions, spared }: Listed, { workspace: { id } }: ExportManifest): string[] {
  if (!spared.includes(id)) return []
  return deletionsOf(deletions, id).map(({ at }) => `It had been deleted on ${minuteOf(at)} UTC, and is wanted back.`)
}

export function minuteOf(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

function deletionsOf(deletions: Deletion[], id: string): Deletion[] {
  return deletions.filter(one => one.kind === 'workspace' && one.id === id).toSorted((a, b) => (a.at < b.at ? -1 : 1))
}
