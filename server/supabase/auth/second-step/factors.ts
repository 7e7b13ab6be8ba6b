import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { isUuid } from '#platform/ids.ts'
import type { Bearer } from '../auth-bearer.ts'
import { type AuthFailure, refuse } from '../auth-error.ts'
import type { User } from '../users/users.ts'

export function namedFactor(request: FastifyRequest): string {
  const { factor_id: id } = request.params as { factor_id: string }
  if (!isUuid(id)) throw refuse('validation_failed', 'factor_id must be an UUID', { status: 404 })
  return id
}

export function noSuchFactor(): AuthFailure {
  return refuse('mfa_factor_not_found', 'Factor not found')
}

export function hasSecondStep(user: User): boolean {
  return user.factors.some(factor => factor.status === 'verified')
}

export function requireSecondStep({ user, aal }: Bearer, status = 403): void {
  if (hasSecondStep(user) && aal !== 'aal2') {
    throw refuse('insufficient_aal', 'AAL2 session is required for this account', { status })
  }
}

/** Whatever is worth more than a password is added by its like alone. */
export function requireStrongest({ user, aal }: Bearer): void {
  if ((hasSecondStep(user) || user.passkey_count > 0) && aal !== 'aal2') {
    throw refuse('insufficient_aal', 'AAL2 session is required for this account')
  }
}

/** Lowers the sessions it raised, but for those that a passkey opened; the last one takes the recovery codes with it. */
export async function removeFactor(tx: Tx, user: User, factorId: string): Promise<void> {
  await sql`update auth.sessions set aal = case when passkey_id is null then 'aal1' else aal end, amr = (select coalesce(jsonb_agg(way order by place), '[]')
      from jsonb_array_elements(amr) with ordinality as ways (way, place) where way ->> 'method' <> 'totp')
    where factor_id = ${factorId}`.execute(tx)
  await sql`delete from auth.mfa_factors where id = ${factorId}`.execute(tx)
  await sql`delete from auth.mfa_recovery_codes where user_id = ${user.id} and not exists
    (select from auth.mfa_factors where user_id = ${user.id} and status = 'verified')`.execute(tx)
}
