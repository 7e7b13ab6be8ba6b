import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { readBearer } from '../auth-bearer.ts'
import { refuse } from '../auth-error.ts'
import { hasSecondStep } from '../second-step/factors.ts'

export async function logOut(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { scope = 'global' } = request.query as { scope?: unknown }
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw refuse('validation_failed', `Unsupported logout scope "${String(scope)}"`)
  }
  const { user, sessionId, aal, onlyWorkspace } = await readBearer(platform, request, 'shops too')
  const named = { global: sql`true`, local: sql`id = ${sessionId}`, others: sql`id <> ${sessionId}` }[scope]
  // A password alone does not end sessions that passed the second step.
  const reached =
    onlyWorkspace !== null
      ? sql`only_workspace = ${onlyWorkspace}`
      : (hasSecondStep(user) || user.passkey_count > 0) && aal === 'aal1'
        ? sql`aal = 'aal1'`
        : sql`true`
  await platform.db.asService(null, tx =>
    sql`delete from auth.sessions where user_id = ${user.id} and ${named} and ${reached}`.execute(tx),
  )
  return reply.code(204).send()
}
