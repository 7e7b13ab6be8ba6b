import { sql } from 'kysely'
import { isUuid, newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** Blocked links show a notice; new messages keep links as written. `named`: a workspace's id, or a reported link. */
export async function closeLinks(platform: Platform, named: string, closed: boolean): Promise<string | undefined> {
  const workspaceId = isUuid(named) ? named : await ownerOf(platform, named)
  if (!workspaceId) return undefined
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ name: string }>`select name from workspaces
      where id = ${workspaceId} and deleted_at is null for key share`.execute(tx)
    const [workspace] = rows
    if (!workspace) return undefined
    await (
      closed
        ? sql`insert into private.closed_links (workspace_id, at) values (${workspaceId}, ${now}) on conflict do nothing`
        : sql`delete from private.closed_links where workspace_id = ${workspaceId}`
    ).execute(tx)
    await sql`insert into audit_log (id, workspace_id, actor, action, target, meta, at)
      values (${newId()}, ${workspaceId}, null, ${closed ? 'links.closed' : 'links.opened'}, ${workspaceId}, '{"by": "command"}', ${now})`.execute(
      tx,
    )
    return workspace.name
  })
}

async function ownerOf(platform: Platform, address: string): Promise<string | undefined> {
  const code = /[a-z0-9]{12}$/.exec(address.toLowerCase())?.[0]
  if (!code) return undefined
  const [link] = await platform.db.readAsService(
    sql<{ workspace_id: string }>`select workspace_id from private.link_codes where code = ${code}`,
  )
  return link?.workspace_id
}
