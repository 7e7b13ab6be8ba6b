import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type Device, deviceOf } from './device-of.ts'
import { maskAddress } from '../email-links/mask-address.ts'

type Row = {
  id: string
  user_agent: string | null
  ip: string | null
  created_at: Date
  refreshed_at: Date | null
}

export type ListedSession = {
  id: string
  device: Device
  /** Masked: enough to recognise your own network. */
  address: string | null
  signed_in_at: Date
  /** The last token renewal: within the hour for an active session. */
  seen_at: Date
  current: boolean
}

export async function listSessions(platform: Platform, caller: Caller): Promise<{ sessions: ListedSession[] }> {
  const rows = await platform.db.readAsService<Row>(sql`select id, user_agent, ip, created_at, refreshed_at
    from auth.sessions where user_id = ${caller.personId} and ended_at is null
      and (ends_at is null or ends_at > ${platform.clock.now()})
    order by coalesce(refreshed_at, created_at) desc, id limit 100`)
  return { sessions: asListed(rows, caller) }
}

/** Without those that an admin has ended for this workspace, and those of another workspace's provider. @throws request.not_found */
export async function listMemberSessions(
  platform: Platform,
  caller: Caller,
  { id }: { id: string },
): Promise<{ sessions: ListedSession[] }> {
  const { workspaceId } = caller
  return platform.db.asService(workspaceId, async tx => {
    const { rows: members } = await sql<{ person_id: string | null }>`select person_id from members
      where workspace_id = ${workspaceId} and id = ${id} and status = 'active'`.execute(tx)
    const personId = members[0]?.person_id
    if (!personId) throw failure('request.not_found')
    const { rows } = await sql<Row>`select s.id, s.user_agent, s.ip, s.created_at, s.refreshed_at
      from auth.sessions s where s.user_id = ${personId} and s.ended_at is null
        and (s.ends_at is null or s.ends_at > ${platform.clock.now()})
        and (s.only_workspace is null or s.only_workspace = ${workspaceId})
        and not exists (select from ended_sessions e where e.workspace_id = ${workspaceId} and e.person_id = ${personId}
          and (e.session_id = s.id or e.session_id is null and s.created_at <= e.ended_at))
      order by coalesce(s.refreshed_at, s.created_at) desc, s.id limit 100`.execute(tx)
    return { sessions: asListed(rows, caller) }
  })
}

function asListed(rows: Row[], caller: Caller): ListedSession[] {
  const here = caller.claims['session_id']
  const sessions = rows.map(row => ({
    id: row.id,
    device: deviceOf(row.user_agent ?? ''),
    address: row.ip === null ? null : maskAddress(row.ip),
    signed_in_at: row.created_at,
    seen_at: row.refreshed_at ?? row.created_at,
    current: row.id === here,
  }))
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** @throws request.not_found, also for somebody else's */
export async function endSession(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { personId } = caller
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ ip: string | null }>`delete from auth.sessions
      where id = ${id} and user_id = ${personId} returning ip`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    await platform.jobs.emit(tx, 'security.recorded', {
      record_id: newId(),
      person_id: personId,
      act: 'session-ended',
      by: 'self',
      ip: rows[0]?.ip ?? '',
      at: platform.clock.now().toISOString(),
    })
  })
  return { id }
}
