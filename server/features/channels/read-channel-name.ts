import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { withDistinctNames } from '#shared/rules/channel-names.ts'
import type { Language } from '#shared/words.ts'

type Row = {
  id: string
  kind: string
  name: string
  account_id: string
  hosted: boolean
  place: string | null
  language: Language
}

/** As the dashboard shows it: told apart from the shop's other channels of the same name. */
export async function readChannelName(
  { config }: Platform,
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<Row>`select c.id, c.kind, c.name, c.account_id, c.hosted, c.place, w.language
    from channels c join workspaces w on w.id = c.workspace_id
    where c.workspace_id = ${workspaceId} and (c.status <> 'disconnected' or c.id = ${id})`.execute(tx)
  return withDistinctNames(rows, rows[0]?.language ?? 'vi', new URL(config.publicUrl).host).find(one => one.id === id)
    ?.name
}

/** Of all channels, also disconnected ones. */
export async function readChannelNames(
  config: Platform['config'],
  tx: Tx,
  workspaceId: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<Row>`select c.id, c.kind, c.name, c.account_id, c.hosted, c.place, w.language
    from channels c join workspaces w on w.id = c.workspace_id where c.workspace_id = ${workspaceId}`.execute(tx)
  const named = withDistinctNames(rows, rows[0]?.language ?? 'vi', new URL(config.publicUrl).host)
  return new Map(named.map(({ id, name }) => [id, name]))
}
