import { sql } from 'kysely'
import { v5 } from 'uuid'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { recordInAuditLog } from './record-in-audit-log.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

type Entry = {
  id: string
  personId: string
  actor: string | null
  action: string
  ip: string | null
  at: string
  only?: string | undefined
}

export async function recordSecurity(platform: Platform, event: EventCatalogue['security.recorded']): Promise<void> {
  const { person_id: personId, act, by, record_id: id, ip, at } = event
  if (!personId) return
  const actor = by === 'self' ? personId : null
  const entry = { id, personId, actor, action: `person.${act}`, ip, at }
  await platform.db.asService(null, tx => insertEntry(tx, entry))
}

export async function recordSignIn(platform: Platform, signed: EventCatalogue['person.signed-in']): Promise<void> {
  const { person_id: personId, session_id: id, ip, at, only_workspace: only } = signed
  await platform.db.asService(null, async tx => {
    await sql`update people set last_login_at = ${at} where id = ${personId}`.execute(tx)
    await insertEntry(tx, { id, personId, actor: personId, action: 'person.signed-in', ip, at, only })
  })
}

export async function recordSsoChange(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, person_id: personId, action, target, meta }: EventCatalogue['sso.changed'],
): Promise<void> {
  await recordInAuditLog(platform, tx, { workspaceId, personId }, action, target, meta)
}

export async function recordOfPerson(platform: Platform, tx: Tx, personId: string, action: string): Promise<void> {
  const at = platform.clock.now().toISOString()
  await insertEntry(tx, { id: newId(), personId, actor: personId, action, ip: null, at })
}

/** The id derives from event and workspace, so a repeat writes nothing. */
async function insertEntry(tx: Tx, note: Entry): Promise<void> {
  const { rows } = await sql<{ workspace_id: string }>`select workspace_id from members
    where person_id = ${note.personId} and status = 'active' and (${note.only ?? null}::uuid is null or workspace_id = ${note.only ?? null})`.execute(
    tx,
  )
  for (const { workspace_id: workspaceId } of rows) {
    await sql`insert into audit_log (id, workspace_id, actor, action, target, ip, at)
      values (${v5(workspaceId, note.id)}, ${workspaceId}, ${note.actor}, ${note.action}, ${note.personId}, ${note.ip}, ${note.at})
      on conflict (id) do nothing`.execute(tx)
  }
}
