import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

export type House = { workspaceId: string; channelId: string; widget: string }

/** Undefined before the first start, or if its website was disconnected. */
export async function findHouse(tx: Tx): Promise<House | undefined> {
  const { rows } = await sql<{ workspace_id: string; id: string; account_id: string }>`
    select c.workspace_id, c.id, c.account_id from workspaces w join channels c on c.workspace_id = w.id
    where w.kind = 'house' and w.deleted_at is null and c.kind = 'website' and c.status in ('connected', 'paused')
    order by c.created_at, c.id limit 1`.execute(tx)
  const row = rows[0]
  return row && { workspaceId: row.workspace_id, channelId: row.id, widget: row.account_id }
}
