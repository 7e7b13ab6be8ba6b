import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import type { FactorAnswer } from '../auth.results.ts'
import { namedUser, noSuchUser, requireAdmin } from '../admin/admin-bearer.ts'
import { factorAnswer, findUser } from '../users/users.ts'
import { namedFactor, noSuchFactor, removeFactor } from './factors.ts'
import { notifySecondStep } from './notify-second-step.ts'

export async function listFactors(platform: Platform, request: FastifyRequest): Promise<FactorAnswer[]> {
  await requireAdmin(platform, request)
  const id = namedUser(request)
  const user = await platform.db.asService(null, tx => findUser(tx, { id }))
  if (!user) throw noSuchUser()
  return user.factors.map(factorAnswer)
}

/** For people who lost phone and codes. The owner is notified. */
export async function removeFactorOf(platform: Platform, request: FastifyRequest): Promise<FactorAnswer> {
  await requireAdmin(platform, request)
  const id = namedUser(request)
  const factorId = namedFactor(request)
  return platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id }, 'lock')
    if (!user) throw noSuchUser()
    const factor = user.factors.find(known => known.id === factorId)
    if (!factor) throw noSuchFactor()
    await removeFactor(tx, user, factorId)
    if (factor.status === 'verified') await notifySecondStep(platform, tx, user, 'off', request, 'service')
    return factorAnswer(factor)
  })
}
