import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

const id = z.uuid().lowercase()

/** What has to be known to erase somebody again in an older backup: no name, number or address. */
export const erasureSchema = z.object({
  workspace_id: id,
  customer_id: id,
  /** who had been merged into them */
  merged: z.array(id).max(1000),
  refused: z.array(z.enum(['promotion', 'care', 'service'])),
  at: z.iso.datetime(),
})
export type Erasure = z.output<typeof erasureSchema>

/** Must be in the transaction that begins the erasure; it is put on the list afterwards. */
export async function saveErasure(
  platform: Platform,
  tx: Tx,
  { workspace_id: ws, customer_id: id, refused }: Pick<Erasure, 'workspace_id' | 'customer_id' | 'refused'>,
): Promise<void> {
  await sql`insert into private.erasures as e (workspace_id, customer_id, merged, refused, at)
    select ${ws}, ${id}, array(select m.id from customers m where m.workspace_id = ${ws} and m.merged_into = ${id} order by m.id limit 1000),
      ${refused}::text[], ${platform.clock.now()}
    on conflict (workspace_id, customer_id) do update set merged = excluded.merged, recorded_at = null,
      refused = array(select distinct unnest(e.refused || excluded.refused) order by 1)`.execute(tx)
}
