import type { FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import type { UserAnswer } from '../auth.results.ts'
import { readBearer } from '../auth-bearer.ts'
import { userAnswer } from './users.ts'

export async function getUser(platform: Platform, request: FastifyRequest): Promise<UserAnswer> {
  return userAnswer((await readBearer(platform, request)).user)
}
