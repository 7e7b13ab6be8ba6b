import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Channel, PlatformKindName } from './channel.ts'

type Row = {
  id: string
  workspace_id: string
  kind: Channel['kind']
  account_id: string
  name: string
  status: Channel['status']
  last_in_at: Date | null
}

const columns = sql`c.id, c.workspace_id, c.kind, c.account_id, c.name, c.status, c.last_in_at`

export async function readChannel(tx: Tx, workspaceId: string, id: string, lock = false): Promise<Channel | undefined> {
  const { rows } = await sql<Row>`select ${columns} from channels c
    where c.workspace_id = ${workspaceId} and c.id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(tx)
  return rows[0] && channelOf(rows[0])
}

/** An account belongs to one workspace at a time, and to none that is deleted. */
export async function findChannel(tx: Tx, kind: string, accountId: string): Promise<Channel | undefined> {
  const { rows } = await sql<Row>`select ${columns} from channels c join workspaces w on w.id = c.workspace_id
    where c.kind = ${kind} and c.account_id = ${accountId} and c.status <> 'disconnected' and w.deleted_at is null`.execute(
    tx,
  )
  return rows[0] && channelOf(rows[0])
}

export async function channelsOfKind(tx: Tx, kind: PlatformKindName): Promise<Channel[]> {
  const { rows } = await sql<Row>`select ${columns} from channels c join workspaces w on w.id = c.workspace_id
    where c.kind = ${kind} and c.status <> 'disconnected' and w.deleted_at is null order by c.id`.execute(tx)
  return rows.map(channelOf)
}

function channelOf(row: Row): Channel {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    accountId: row.account_id,
    name: row.name,
    status: row.status,
    lastInAt: row.last_in_at,
  }
}
