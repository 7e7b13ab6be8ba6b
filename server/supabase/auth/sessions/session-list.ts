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
  const here = caller.claims['session_id']
  const rows = await platform.db.readAsService<Row>(sql`select id, user_agent, ip, created_at, refreshed_at
    from auth.sessions where user_id = ${caller.personId} and ended_at is null
    order by coalesce(refreshed_at, created_at) desc, id limit 100`)
  const sessions = rows.map(row => ({
    id: row.id,
    device: deviceOf(row.user_agent ?? ''),
    address: row.ip === null ? null : maskAddress(row.ip),
    signed_in_at: row.created_at,
    seen_at: row.refreshed_at ?? row.created_at,
    current: row.id === here,
  }))
  return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) }
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
