// A workspace as sign-up and trial make it, with one website channel, for tests that begin there.
import { sql } from 'kysely'
import { openWorkspace } from '#features/workspaces/open-workspace.ts'
import type { Caller } from '#platform/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'

export type TestWorkspace = { workspaceId: string; channelId: string; admin: Caller }

export async function makeWorkspace(platform: Platform): Promise<TestWorkspace> {
  const personId = newId()
  const email = `${personId}@shop.example`
  await openWorkspace(platform, {
    person_id: personId,
    email,
    full_name: 'Nguyễn Thu Hạnh',
    language: 'vi',
    invitation: false,
  })
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ workspace_id: string }>`select workspace_id from members where person_id = ${personId}`.execute(tx),
  )
  const workspaceId = rows[0]?.workspace_id ?? ''
  const channelId = newId()
  await platform.db.asService(workspaceId, tx =>
    sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${workspaceId}, 'website', ${`wgt_${channelId}`}, 'shop.example', 'connected', ${platform.clock.now()})`.execute(
      tx,
    ),
  )
  const claims = { role: 'authenticated' as const, sub: personId }
  return { workspaceId, channelId, admin: { personId, email, workspaceId, role: 'admin', claims, language: 'vi' } }
}
