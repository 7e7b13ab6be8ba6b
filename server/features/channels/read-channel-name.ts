import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { withDistinctNames } from '#shared/rules/channel-names.ts'

type Row = { id: string; kind: string; name: string; account_id: string }

/** As the dashboard shows it: told apart from the shop's other channels of the same name. */
export async function readChannelName(tx: Tx, workspaceId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<Row>`select id, kind, name, account_id from channels
    where workspace_id = ${workspaceId} and (status <> 'disconnected' or id = ${id})`.execute(tx)
  return withDistinctNames(rows).find(one => one.id === id)?.name
}
