import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { hashSecret, newId, newSecret } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { rememberBrowser } from './known-browsers.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { asShopSees, findUser, type User, userAnswer } from '../users/users.ts'

export type Session = {
  id: string
  aal: string
  amr: { method: string; timestamp: number }[]
  /** Opened by this workspace's provider: enters nothing else. */
  only_workspace: string | null
}

/** As `amr` names it. Every mailed link is `otp`; a traded code has its flow's own. */
export type Method =
  | 'password'
  | 'otp'
  | 'email/signup'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email_change'
  | 'oauth'
  | 'sso'
  | 'totp'
  | 'passkey'

type OpenedBy = { passkeyId?: string | null; shop?: { workspaceId: string; endsAt: Date } | undefined }
export type Opened = { user: User; session: Session; refreshToken: string }

/** @param passkeyId what opens it with both steps at once */
export async function openSession(
  platform: Platform,
  tx: Tx,
  userId: string,
  method: Method,
  request: FastifyRequest,
  { passkeyId = null, shop }: OpenedBy = {},
): Promise<Opened> {
  const now = platform.clock.now()
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const aal = passkeyId === null ? 'aal1' : 'aal2'
  const session = { id: newId(), aal, amr, only_workspace: shop?.workspaceId ?? null }
  const refreshToken = newSecret()
  const agent = request.headers['user-agent']?.slice(0, 500) ?? null
  await sql`insert into auth.sessions (id, user_id, aal, amr, user_agent, ip, passkey_id, created_at, only_workspace, ends_at)
    values (${session.id}, ${userId}, ${aal}, ${JSON.stringify(amr)}::jsonb, ${agent}, ${request.ip}, ${passkeyId}, ${now},
      ${session.only_workspace}, ${shop?.endsAt ?? null})`.execute(tx)
  await insertRefreshToken(tx, session.id, refreshToken, null, now)
  await sql`update auth.users set last_sign_in_at = ${now} where id = ${userId}`.execute(tx)
  if (method !== 'oauth' && method !== 'sso' && method !== 'passkey') {
    await sql`update auth.identities set last_sign_in_at = ${now} where user_id = ${userId} and provider = 'email'`.execute(
      tx,
    )
  }
  // What a workspace's provider says is no proof towards the account itself.
  if (!shop) await rememberBrowser(platform, tx, userId, request, { stepped: passkeyId !== null })
  await platform.jobs.emit(tx, 'person.signed-in', {
    person_id: userId,
    at: now.toISOString(),
    session_id: session.id,
    ip: request.ip,
    ...(shop ? { only_workspace: shop.workspaceId } : {}),
  })
  const user = await findUser(tx, { id: userId })
  if (!user) throw new Error('A session was opened for nobody.')
  return { user, session, refreshToken }
}

export async function insertRefreshToken(
  tx: Tx,
  sessionId: string,
  token: string,
  parentId: number | null,
  now: Date,
): Promise<void> {
  await sql`insert into auth.refresh_tokens (session_id, token_hash, parent_id, created_at)
    values (${sessionId}, ${hashSecret(token)}, ${parentId}, ${now})`.execute(tx)
}

export async function sessionAnswer(
  platform: Platform,
  { user: whole, session, refreshToken }: Opened,
): Promise<SessionAnswer> {
  const shop = session.only_workspace
  const user = shop === null ? whole : asShopSees(whole)
  const { token, expiresAt } = await platform.tokens.signAccess({
    sub: user.id,
    role: 'authenticated',
    email: user.email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
    ...(shop === null ? {} : { only_workspace: shop }),
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: platform.tokens.life,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userAnswer(user),
  }
}
