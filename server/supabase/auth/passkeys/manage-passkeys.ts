import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Platform } from '#platform/platform.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { readBearer } from '../auth-bearer.ts'
import { check } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { limitPeer } from '../auth-limits.ts'
import { providersOf } from '../oauth/providers.ts'
import { requireSecondStep } from '../second-step/factors.ts'
import { findUser, type User } from '../users/users.ts'
import { requireFresh, requireMayRemove } from './may-manage.ts'
import { notifyPasskey } from './notify-passkey.ts'
import type { PasskeyAnswer } from './passkeys.results.ts'
import { namedPasskey, noSuchPasskey, passkeyAnswer, passkeysOf, removePasskey } from './stored-passkeys.ts'

export async function listPasskeys(platform: Platform, request: FastifyRequest): Promise<PasskeyAnswer[]> {
  const bearer = await readBearer(platform, request)
  requireSecondStep(bearer)
  const passkeys = await platform.db.asService(null, tx => passkeysOf(tx, bearer.user.id))
  return passkeys.map(passkeyAnswer)
}

export const passkeyNameBody = z.object({
  friendly_name: z
    .string({ error: 'friendly_name is required' })
    .max(120, 'friendly_name must be 120 characters or less')
    .transform(name => cleanText(name).trim())
    .pipe(z.string().min(1, 'friendly_name is required')),
})

export async function renamePasskey(platform: Platform, request: FastifyRequest): Promise<PasskeyAnswer> {
  const bearer = await readBearer(platform, request)
  requireSecondStep(bearer)
  await limitPeer(platform, request, 'user')
  const id = namedPasskey(request)
  const { friendly_name: name } = check(passkeyNameBody, request.body)
  const passkeys = await platform.db.asService(null, async tx => {
    await sql`update auth.passkeys set friendly_name = ${name} where id = ${id} and user_id = ${bearer.user.id}`.execute(
      tx,
    )
    return passkeysOf(tx, bearer.user.id)
  })
  const renamed = passkeys.find(passkey => passkey.id === id)
  if (!renamed) throw noSuchPasskey()
  return passkeyAnswer(renamed)
}

/** Never the last way in. */
export async function deletePasskey(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const bearer = await readBearer(platform, request)
  requireSecondStep(bearer)
  await limitPeer(platform, request, 'user')
  const id = namedPasskey(request)
  requireFresh(platform, bearer)
  await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id: bearer.user.id }, 'lock')
    const passkeys = await passkeysOf(tx, bearer.user.id)
    const gone = passkeys.find(passkey => passkey.id === id)
    if (!user || !gone) throw noSuchPasskey()
    await requireMayRemove(platform, tx, { ...bearer, user })
    if (passkeys.length === 1 && !hasOtherWay(platform.config, user)) {
      throw refuse('single_identity_not_deletable', 'User must have at least 1 way to sign in')
    }
    await removePasskey(tx, id, bearer.sessionId)
    await notifyPasskey(platform, tx, user, { what: 'removed', name: gone.friendly_name }, request)
  })
  return reply.code(204).send()
}

/** By e-mail everybody can: with a password, or with a link. */
function hasOtherWay(config: Config, user: User): boolean {
  const offered = providersOf(config).map(({ name }) => name)
  return config.AUTH_EMAIL || user.identities.some(({ provider }) => offered.some(name => name === provider))
}
