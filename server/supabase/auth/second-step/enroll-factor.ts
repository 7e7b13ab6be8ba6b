import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { after, days, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { readBearer } from '../auth-bearer.ts'
import { check, optionalText } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import type { EnrolledAnswer } from '../auth.results.ts'
import { limitPeer } from '../auth-limits.ts'
import { isRecent } from '../users/prove-recent.ts'
import { findUser } from '../users/users.ts'
import { hasSecondStep, requireStrongest } from './factors.ts'
import { newTotpSecret, totpAddress } from './totp.ts'

const maxFactors = 10

const name = z
  .string()
  .max(100, 'friendly_name is too long')
  .nullish()
  .transform(text => cleanText(text ?? '').trim())

export const enrollBody = z.object({ factor_type: optionalText, friendly_name: name, issuer: name })

/** The secret is returned only here; the factor counts after its first digits. */
export async function enrollFactor(platform: Platform, request: FastifyRequest): Promise<EnrolledAnswer> {
  const bearer = await readBearer(platform, request)
  await limitPeer(platform, request, 'factors')
  const input = check(enrollBody, request.body)
  onlyTotp(input.factor_type)
  requireStrongest(bearer)
  // Otherwise a stranger at an unlocked screen could lock the owner out.
  if (!hasSecondStep(bearer.user) && !isRecent(platform, bearer)) {
    throw refuse('reauthentication_needed', 'Enrolling a factor requires a recent sign-in')
  }
  const secret = newTotpSecret()
  const factor = { id: newId(), userId: bearer.user.id, friendlyName: input.friendly_name, secret }
  await platform.db.asService(null, tx => insertFactor(platform, tx, factor))
  const uri = totpAddress(secret, input.issuer || platform.config.BRAND_NAME, bearer.user.email)
  return {
    id: factor.id,
    type: 'totp',
    friendly_name: factor.friendlyName,
    // The client inlines the SVG into a data URL: no character may end that.
    totp: { qr_code: renderSVG(uri, { ecc: 'M', blackColor: 'black', whiteColor: 'white' }), secret, uri },
  }
}

function onlyTotp(type: string): void {
  if (type === 'phone') throw refuse('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (type === 'webauthn') throw refuse('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  if (type !== 'totp') throw refuse('validation_failed', 'factor_type needs to be totp')
}

type NewFactor = { id: string; userId: string; friendlyName: string; secret: string }

async function insertFactor(platform: Platform, tx: Tx, factor: NewFactor): Promise<void> {
  const now = platform.clock.now()
  if (!(await findUser(tx, { id: factor.userId }, 'lock'))) {
    throw refuse('user_not_found', 'User from sub claim in JWT does not exist')
  }
  await sql`delete from auth.mfa_factors where user_id = ${factor.userId} and status = 'unverified'
    and created_at <= ${after(now, -minutes(5))}`.execute(tx)
  const { rows } = await sql<{ friendly_name: string }>`select friendly_name from auth.mfa_factors
    where user_id = ${factor.userId}`.execute(tx)
  if (rows.length >= maxFactors) {
    throw refuse('too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue')
  }
  if (factor.friendlyName !== '' && rows.some(row => row.friendly_name === factor.friendlyName)) {
    const text = `A factor with the friendly name "${factor.friendlyName}" for this user already exists`
    throw refuse('mfa_factor_name_conflict', text)
  }
  const locked = platform.secrets.lock(factor.secret, aboutFactor(factor.id))
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, friendly_name, status, secret, created_at, updated_at)
    values (${factor.id}, ${factor.userId}, 'totp', ${factor.friendlyName}, 'unverified', ${locked}, ${now}, ${now})`.execute(
    tx,
  )
}

/** What its secret is bound to. */
export function aboutFactor(id: string): string {
  return `totp ${id}`
}

export async function forgetUnverifiedFactors(platform: Platform): Promise<void> {
  const before = after(platform.clock.now(), -days(1))
  await platform.db.asService(null, async tx => {
    await sql`delete from auth.mfa_factors where status = 'unverified' and created_at < ${before}`.execute(tx)
    await sql`delete from auth.mfa_challenges where expires_at < ${before}`.execute(tx)
  })
}
