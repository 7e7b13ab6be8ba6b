import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { onlyWorkspaceOf } from '#platform/http/caller.ts'
import { isUuid } from '#platform/ids.ts'
import { refuse } from './auth-error.ts'
import type { Session } from './sessions/open-session.ts'
import { findUser, isBanned, type User } from './users/users.ts'

/** aal2 only if both token and session say so: a session's older tokens are not raised with it. */
export type Bearer = {
  user: User
  sessionId: string
  signedInAt: Date
  aal: 'aal1' | 'aal2'
  methods: string[]
  amr: Session['amr']
  /** Opened by this workspace's provider. */
  onlyWorkspace: string | null
}

/**
 * @param shops whether a session counts that a workspace's provider opened: that provider has no say over the account
 * @throws no_authorization, bad_jwt, user_not_found, user_banned, session_not_found, user_sso_managed
 */
export async function readBearer(platform: Platform, request: FastifyRequest, shops?: 'shops too'): Promise<Bearer> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw refuse('no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await platform.tokens.verify(token)
  if (!claims) throw refuse('bad_jwt', 'invalid JWT: unable to parse or verify signature')
  const userId = claims.sub
  const sessionId = claims['session_id']
  if (!isUuid(userId) || !isUuid(sessionId)) throw refuse('bad_jwt', 'invalid claim: missing sub claim')
  const found = await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ created_at: Date; aal: string; amr: Session['amr']; only_workspace: string | null }>`
      select created_at, aal, amr, only_workspace from auth.sessions
      where id = ${sessionId} and user_id = ${userId} and ended_at is null
        and (ends_at is null or ends_at > ${platform.clock.now()})
        and only_workspace is not distinct from ${onlyWorkspaceOf(claims)}::uuid`.execute(tx)
    return { user: await findUser(tx, { id: userId }), session: rows[0] }
  })
  const { user, session } = found
  if (!user) throw refuse('user_not_found', 'User from sub claim in JWT does not exist')
  if (isBanned(user, platform.clock.now())) throw refuse('user_banned', 'User is banned')
  if (!session) throw refuse('session_not_found', 'Session from session_id claim in JWT does not exist')
  if (session.only_workspace !== null && !shops)
    throw refuse('user_sso_managed', 'A session opened by a workspace’s provider cannot change the account')
  const aal = claims['aal'] === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1'
  return {
    ...{
      user,
      sessionId,
      signedInAt: session.created_at,
      aal,
      onlyWorkspace: session.only_workspace,
      amr: session.amr,
    },
    methods: session.amr.map(({ method }) => method),
  }
}
