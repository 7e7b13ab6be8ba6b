import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { readBearer } from '../auth-bearer.ts'
import { refuse } from '../auth-error.ts'
import { findUser } from '../users/users.ts'
import { namedFactor, noSuchFactor, removeFactor, requireSecondStep } from './factors.ts'
import { notifySecondStep } from './notify-second-step.ts'

/** A verified factor may be removed only by an aal2 session. */
export async function unenrollFactor(platform: Platform, request: FastifyRequest): Promise<{ id: string }> {
  const bearer = await readBearer(platform, request)
  const id = namedFactor(request)
  await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id: bearer.user.id }, 'lock')
    if (!user) throw refuse('user_not_found', 'User from sub claim in JWT does not exist')
    const factor = user.factors.find(known => known.id === id)
    if (!factor) throw noSuchFactor()
    if (factor.status === 'verified') requireSecondStep({ ...bearer, user }, 422)
    await removeFactor(tx, user, id)
    if (factor.status === 'verified') await notifySecondStep(platform, tx, user, 'off', request)
  })
  return { id }
}
