import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { readBearer } from '../auth-bearer.ts'
import type { ChallengeAnswer } from '../auth.results.ts'
import { limitPeer } from '../auth-limits.ts'
import { namedFactor, noSuchFactor } from './factors.ts'

const lifeMs = minutes(5)

/** Valid five minutes, from this network address. */
export async function challengeFactor(platform: Platform, request: FastifyRequest): Promise<ChallengeAnswer> {
  const { user } = await readBearer(platform, request)
  const factorId = namedFactor(request)
  await limitPeer(platform, request, 'factors')
  const now = platform.clock.now()
  const [id, expiresAt] = [newId(), after(now, lifeMs)]
  await platform.db.asService(null, async tx => {
    const { rows } = await sql`update auth.mfa_factors set last_challenged_at = ${now}
      where id = ${factorId} and user_id = ${user.id} returning id`.execute(tx)
    if (rows.length === 0) throw noSuchFactor()
    await sql`delete from auth.mfa_challenges where factor_id = ${factorId} and expires_at <= ${after(now, -lifeMs)}`.execute(
      tx,
    )
    await sql`insert into auth.mfa_challenges (id, factor_id, ip, expires_at, created_at)
      values (${id}, ${factorId}, ${request.ip}, ${expiresAt}, ${now})`.execute(tx)
  })
  return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) }
}
