import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isUuid } from '#platform/ids.ts'
import type { Tx } from '#platform/sql/database.ts'
import { type AuthFailure, refuse } from '../auth-error.ts'
import { makerOf } from './makers.ts'
import type { PasskeyAnswer } from './passkeys.results.ts'

export type Passkey = {
  id: string
  credential_id: string
  friendly_name: string
  aaguid: string | null
  transports: string[]
  backup_eligible: boolean
  backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

export async function passkeysOf(tx: Tx, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`select id, credential_id, friendly_name, aaguid, transports, backup_eligible,
    backed_up, created_at, last_used_at from auth.passkeys where user_id = ${userId} order by created_at, id`.execute(
    tx,
  )
  return rows
}

export function namedPasskey(request: FastifyRequest): string {
  const { passkey_id: id } = request.params as { passkey_id: string }
  if (!isUuid(id)) throw noSuchPasskey()
  return id
}

export function noSuchPasskey(): AuthFailure {
  return refuse('validation_failed', 'Passkey not found', { status: 404 })
}

/** More than the reference says: where it lies, and by which name browsers know it, so that they forget it too. */
export function passkeyAnswer(passkey: Passkey): PasskeyAnswer {
  const { id, credential_id, friendly_name, aaguid, backup_eligible, backed_up, created_at, last_used_at } = passkey
  const maker = makerOf(aaguid)
  return {
    id,
    friendly_name,
    created_at: created_at.toISOString(),
    ...(last_used_at ? { last_used_at: last_used_at.toISOString() } : {}),
    credential_id,
    backup_eligible,
    backed_up,
    ...(maker ? { maker } : {}),
  }
}

/** Ends what it opened elsewhere; the session that asks falls back to what else it has proved. */
export async function removePasskey(tx: Tx, id: string, sessionId: string | null): Promise<void> {
  await sql`delete from auth.sessions where passkey_id = ${id} and id is distinct from ${sessionId}::uuid`.execute(tx)
  await sql`update auth.sessions set aal = case when factor_id is null then 'aal1' else aal end,
    amr = (select coalesce(jsonb_agg(way order by place), '[]')
      from jsonb_array_elements(amr) with ordinality as ways (way, place) where way ->> 'method' <> 'passkey')
    where passkey_id = ${id}`.execute(tx)
  await sql`delete from auth.passkeys where id = ${id}`.execute(tx)
}
