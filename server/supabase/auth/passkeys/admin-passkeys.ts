import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { namedUser, noSuchUser, requireAdmin } from '../admin/admin-bearer.ts'
import { findUser } from '../users/users.ts'
import { notifyPasskey } from './notify-passkey.ts'
import type { PasskeyAnswer } from './passkeys.results.ts'
import { namedPasskey, noSuchPasskey, passkeyAnswer, passkeysOf, removePasskey } from './stored-passkeys.ts'

export async function listPasskeysOf(platform: Platform, request: FastifyRequest): Promise<PasskeyAnswer[]> {
  await requireAdmin(platform, request)
  const id = namedUser(request)
  return platform.db.asService(null, async tx => {
    if (!(await findUser(tx, { id }))) throw noSuchUser()
    return (await passkeysOf(tx, id)).map(passkeyAnswer)
  })
}

/** For people who lost what held it. The owner is notified. */
export async function deletePasskeyOf(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireAdmin(platform, request)
  const id = namedUser(request)
  const passkeyId = namedPasskey(request)
  await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id }, 'lock')
    if (!user) throw noSuchUser()
    const gone = (await passkeysOf(tx, id)).find(passkey => passkey.id === passkeyId)
    if (!gone) throw noSuchPasskey()
    await removePasskey(tx, passkeyId, null)
    await notifyPasskey(platform, tx, user, { what: 'removed', name: gone.friendly_name, by: 'service' }, request)
  })
  return reply.code(204).send()
}
