import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isUuid } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { readBearer } from '../auth-bearer.ts'
import { AuthFailure, refuse } from '../auth-error.ts'
import { changeEmail } from '../users/change-email.ts'
import { proveRecent } from '../users/prove-recent.ts'
import { requireSecondStep } from '../second-step/factors.ts'
import { findUser } from '../users/users.ts'
import { recordProviders } from './identities.ts'

export function refuseLinking({ config }: Platform): void {
  if (!config.AUTH_MANUAL_LINKING) throw refuse('manual_linking_disabled', 'Manual linking is disabled')
}

/** Never the last one. The email identity takes the password with it; an address vouched for only by the removed one is replaced. */
export async function unlinkIdentity(platform: Platform, request: FastifyRequest): Promise<Record<string, never>> {
  const bearer = await readBearer(platform, request)
  refuseLinking(platform)
  requireSecondStep(bearer)
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw refuse('validation_failed', 'identity_id must be an UUID', { status: 404 })
  await proveRecent(platform, bearer, { current_password: '', nonce: '' }, request)
  await platform.db.asService(null, async tx => {
    const user = await findUser(tx, { id: bearer.user.id }, 'lock')
    const gone = user?.identities.find(identity => identity.identity_id === id)
    if (!user || !gone) throw refuse('identity_not_found', "Identity doesn't exist")
    const staying = user.identities.filter(identity => identity !== gone)
    const [next] = staying
    if (!next) {
      throw refuse('single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
    }
    await sql`delete from auth.identities where identity_id = ${id}`.execute(tx)
    await recordProviders(tx, user.id)
    if (gone.provider === 'email') {
      await sql`update auth.users set encrypted_password = null where id = ${user.id}`.execute(tx)
    }
    const addresses = staying.map(identity => addressOf(identity.identity_data))
    if (addresses.includes(user.email)) return
    const email = addresses.find(address => address !== '')
    if (email === undefined) return
    try {
      await changeEmail(platform, tx, { ...user, email_change_session: bearer.sessionId }, email, request)
    } catch (error) {
      if (!(error instanceof AuthFailure)) throw error
      throw refuse(
        'email_conflict_identity_not_deletable',
        'Unable to unlink identity due to email conflict: another account has the remaining address',
      )
    }
  })
  return {}
}

/** Only one that the provider vouches for. */
function addressOf(data: Record<string, unknown>): string {
  const { email, email_verified: verified } = data
  return verified === true && typeof email === 'string' ? email : ''
}
