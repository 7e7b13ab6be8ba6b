import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Result } from '#shared/contracts/api.ts'
import { recoveryCode } from '#shared/contracts/sessions.api.ts'
import { readBearer } from '../auth-bearer.ts'
import { check } from '../auth-body.ts'
import { type AuthFailure, refuse } from '../auth-error.ts'
import { limitPeer } from '../auth-limits.ts'
import { findUser } from '../users/users.ts'
import { countStep } from './count-step.ts'
import { hasSecondStep, requireSecondStep } from './factors.ts'
import { notifySecondStep } from './notify-second-step.ts'

type MadeCodes = Result<'POST /auth/v1/factors/recovery-codes'>

const count = 10
/** Without lookalikes; sixteen are 79 bits, so one plain hash is enough. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

export async function makeRecoveryCodes(platform: Platform, request: FastifyRequest): Promise<MadeCodes> {
  const bearer = await readBearer(platform, request)
  await limitPeer(platform, request, 'factors')
  const codes = Array.from({ length: count }, newCode)
  await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id: bearer.user.id }, 'lock')
    if (!user || !hasSecondStep(user)) {
      throw refuse('mfa_factor_not_found', 'No verified factor found', { status: 422 })
    }
    requireSecondStep({ ...bearer, user })
    await sql`delete from auth.mfa_recovery_codes where user_id = ${user.id}`.execute(tx)
    const hashes = codes.map(code => hashOf(user.id, code))
    await sql`insert into auth.mfa_recovery_codes (user_id, code_hash, created_at)
      select ${user.id}, code_hash, ${platform.clock.now()} from unnest(${hashes}::text[]) as made (code_hash)`.execute(
      tx,
    )
    await notifySecondStep(platform, tx, user, 'codes', request)
  })
  return { codes }
}

/** For people who lost the phone and all it held: removes all apps and passkeys, ends other sessions and notifies the owner; this session stays at its password's level. */
export async function spendRecoveryCode(platform: Platform, request: FastifyRequest): Promise<Record<string, never>> {
  const { user: known, sessionId } = await readBearer(platform, request)
  const { code } = check(recoveryCode, request.body)
  await limitPeer(platform, request, 'factors')
  await countStep(platform, request, known.id)
  await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id: known.id }, 'lock')
    if (!user) throw wrong()
    const { rows } = await sql`delete from auth.mfa_recovery_codes where user_id = ${user.id}
      and code_hash = ${hashOf(user.id, code)} returning code_hash`.execute(tx)
    if (rows.length === 0) throw wrong()
    await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}`.execute(tx)
    await sql`update auth.sessions set aal = 'aal1' where id = ${sessionId}`.execute(tx)
    await sql`delete from auth.mfa_factors where user_id = ${user.id}`.execute(tx)
    await sql`delete from auth.passkeys where user_id = ${user.id}`.execute(tx)
    await sql`delete from auth.mfa_recovery_codes where user_id = ${user.id}`.execute(tx)
    await notifySecondStep(platform, tx, user, 'recovered', request)
  })
  return {}
}

function newCode(): string {
  const text = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf(userId: string, code: string): string {
  return hashSecret(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
}

function wrong(): AuthFailure {
  return refuse('mfa_verification_failed', 'Invalid recovery code entered')
}
