import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { isUuid } from '#platform/ids.ts'
import type { Bearer } from '../auth-bearer.ts'
import { type AuthFailure, refuse } from '../auth-error.ts'
import type { User } from '../users/users.ts'

/** The app that an address names. @throws validation_failed (404) for what is no id */
export function namedFactor(request: FastifyRequest): string {
  const { factor_id: id } = request.params as { factor_id: string }
  if (!isUuid(id)) throw refuse('validation_failed', 'factor_id must be an UUID', { status: 404 })
  return id
}

export function noSuchFactor(): AuthFailure {
  return refuse('mfa_factor_not_found', 'Factor not found')
}

/** Whether signing in to the account takes a second step. */
export function hasSecondStep(user: User): boolean {
  return user.factors.some(factor => factor.status === 'verified')
}

/**
 * Refuses a session that lacks the second step of an account that has one.
 * @throws insufficient_aal
 */
export function requireSecondStep({ user, aal }: Bearer, status = 403): void {
  if (hasSecondStep(user) && aal !== 'aal2') {
    throw refuse('insufficient_aal', 'AAL2 session is required for this account', { status })
  }
}

/** Takes an app away. What it raised falls with it; with the last one the recovery codes go. */
export async function removeFactor(tx: Tx, user: User, factorId: string): Promise<void> {
  await sql`update auth.sessions set aal = 'aal1', amr = (select coalesce(jsonb_agg(way order by place), '[]')
      from jsonb_array_elements(amr) with ordinality as ways (way, place) where way ->> 'method' <> 'totp')
    where factor_id = ${factorId}`.execute(tx)
  await sql`delete from auth.mfa_factors where id = ${factorId}`.execute(tx)
  await sql`delete from auth.mfa_recovery_codes where user_id = ${user.id} and not exists
    (select from auth.mfa_factors where user_id = ${user.id} and status = 'verified')`.execute(tx)
}
