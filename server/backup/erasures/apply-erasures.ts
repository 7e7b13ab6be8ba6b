import { sql } from 'kysely'
import { eraseAgain } from '#features/customers/rights/erase-again.ts'
import type { Erasure } from '#features/customers/rights/erasure.ts'
import { after, minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { clearOrphanFiles } from '#supabase/storage/objects/orphan-files.ts'

const atOnce = 1000
/** By then the command itself has erased them. */
const laterBy = minutes(10)

/** A later job for each one on the list who is in this database, so that the program finishes what a killed command left. Returns them. */
export async function planErasures(tx: Tx, all: Erasure[], now: Date): Promise<Erasure[]> {
  const due: Erasure[] = []
  for (let at = 0; at < all.length; at += atOnce) {
    const some = all.slice(at, at + atOnce)
    const { rows } = await sql<{ id: string }>`select distinct e.customer_id as id
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) e (workspace_id uuid, customer_id uuid, merged uuid[])
      join customers cu on cu.workspace_id = e.workspace_id and cu.id = any (e.customer_id || e.merged)
      where cu.merged_into is null and (cu.erased_at is null or exists (
          select from contacts k where k.workspace_id = cu.workspace_id and k.customer_id = cu.id))
        or cu.merged_into is not null and cu.merged_into <> all (e.customer_id || e.merged)`.execute(tx)
    const ids = new Set(rows.map(row => row.id))
    due.push(...some.filter(one => ids.has(one.customer_id)))
  }
  for (const one of due)
    await sql`insert into private.jobs (kind, key, payload, run_at, created_at)
      values ('erase again', ${keyOf(one)}, ${JSON.stringify(one)}::jsonb, ${after(now, laterBy)}, ${now})
      on conflict (key) where worker is null do nothing`.execute(tx)
  return due
}

export async function applyErasures(platform: Platform, due: Erasure[]): Promise<void> {
  for (const one of due) {
    await eraseAgain(platform, one)
    await platform.db.asService(null, tx =>
      sql`delete from private.jobs where key = ${keyOf(one)} and worker is null`.execute(tx),
    )
  }
  if (due.length > 0) await clearOrphanFiles(platform)
}

function keyOf({ customer_id: id }: Erasure): string {
  return `erase again ${id}`
}
