import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import type { UserAnswer } from '../auth.results.ts'
import { readBearer } from '../auth-bearer.ts'
import { asShopSees, userAnswer } from './users.ts'

export async function getUser(platform: Platform, request: FastifyRequest): Promise<UserAnswer> {
  const { user, onlyWorkspace } = await readBearer(platform, request, 'shops too')
  return userAnswer(onlyWorkspace === null ? user : asShopSees(user))
}
