import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { type Bearer, readBearer } from '../auth-bearer.ts'
import { check } from '../auth-body.ts'
import { refuse } from '../auth-error.ts'
import { limitPeer } from '../auth-limits.ts'
import { deviceOf } from '../sessions/device-of.ts'
import { findUser, fullName } from '../users/users.ts'
import { challengeLifeMs, spendChallenge, storeChallenge } from './challenges.ts'
import { makerOf } from './makers.ts'
import { requireFresh, requireMayAdd } from './may-manage.ts'
import { notifyPasskey } from './notify-passkey.ts'
import type { AddedPasskeyAnswer, PasskeyOptionsAnswer } from './passkeys.results.ts'
import { requireParty } from './relying-party.ts'
import { passkeysOf } from './stored-passkeys.ts'
import { handleOf, madeCredential, proven, webauthn } from './webauthn.ts'

const maxPasskeys = 20
/** EdDSA, ES256 and RS256 (COSE): what devices have. */
const supportedAlgorithmIDs = [-8, -7, -257]

export async function offerRegistration(platform: Platform, request: FastifyRequest): Promise<PasskeyOptionsAnswer> {
  const party = requireParty(platform.config)
  const bearer = await readBearer(platform, request)
  await limitPeer(platform, request, 'factors')
  requireMayAdd(bearer)
  requireFresh(platform, bearer)
  const { user, sessionId } = bearer
  const known = await platform.db.asService(null, tx => passkeysOf(tx, user.id))
  if (known.length >= maxPasskeys) throw tooMany()
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: handleOf(user.id),
    userName: user.email,
    userDisplayName: fullName(user) || user.email,
    timeout: challengeLifeMs,
    attestationType: 'none',
    supportedAlgorithmIDs,
    // One and the same store of keys is not asked to make a second.
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const stored = await storeChallenge(platform, { purpose: 'registration', sessionId }, options.challenge)
  return { ...stored, options: { ...options } }
}

export const passkeyRegistrationBody = z.object({
  challenge_id: z.uuid('challenge_id must be a valid UUID'),
  credential: madeCredential,
})

/** Raises no session: it counts from the next sign-in with it. */
export async function takeRegistration(platform: Platform, request: FastifyRequest): Promise<AddedPasskeyAnswer> {
  const party = requireParty(platform.config)
  const bearer = await readBearer(platform, request)
  await limitPeer(platform, request, 'factors')
  requireMayAdd(bearer)
  const { challenge_id, credential } = check(passkeyRegistrationBody, request.body)
  const challenge = await spendChallenge(platform, challenge_id, {
    purpose: 'registration',
    sessionId: bearer.sessionId,
  })
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo: made } = await proven(
    verifyRegistrationResponse({
      response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    }),
  )
  if (!made) throw refuse('webauthn_verification_failed', 'Credential verification failed')
  const nil = '00000000-0000-0000-0000-000000000000'
  const passkey = {
    id: newId(),
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
    sign_count: made.credential.counter,
    friendly_name: nameFor(made.aaguid, request),
    aaguid: made.aaguid === nil ? null : made.aaguid,
    transports: credential.response.transports ?? [],
    backup_eligible: made.credentialDeviceType === 'multiDevice',
    backed_up: made.credentialBackedUp,
  }
  return platform.db.asService(null, tx => insertPasskey(platform, tx, bearer, passkey, request))
}

type NewPasskey = {
  id: string
  credential_id: string
  public_key: string
  sign_count: number
  friendly_name: string
  aaguid: string | null
  transports: string[]
  backup_eligible: boolean
  backed_up: boolean
}

async function insertPasskey(
  platform: Platform,
  tx: Tx,
  bearer: Bearer,
  passkey: NewPasskey,
  request: FastifyRequest,
): Promise<AddedPasskeyAnswer> {
  const now = platform.clock.now()
  const user = await findUser(tx, { id: bearer.user.id }, 'lock')
  if (!user) throw refuse('user_not_found', 'User from sub claim in JWT does not exist')
  // Another one may have been added since the question.
  requireMayAdd({ ...bearer, user })
  if (user.passkey_count >= maxPasskeys) throw tooMany()
  const { rows } =
    await sql`insert into auth.passkeys (id, user_id, credential_id, public_key, sign_count, friendly_name, aaguid,
      transports, backup_eligible, backed_up, created_at)
    values (${passkey.id}, ${user.id}, ${passkey.credential_id}, ${passkey.public_key}, ${passkey.sign_count},
      ${passkey.friendly_name}, ${passkey.aaguid}, ${passkey.transports}, ${passkey.backup_eligible}, ${passkey.backed_up}, ${now})
    on conflict (credential_id) do nothing returning id`.execute(tx)
  if (rows.length === 0) throw refuse('webauthn_credential_exists', 'This credential is already registered')
  await notifyPasskey(platform, tx, user, { what: 'added', name: passkey.friendly_name }, request)
  return { id: passkey.id, friendly_name: passkey.friendly_name, created_at: now.toISOString() }
}

/** What holds it, else where it was made. */
function nameFor(aaguid: string, request: FastifyRequest): string {
  const { browser, system } = deviceOf(request.headers['user-agent'] ?? '')
  return makerOf(aaguid) ?? ([browser, system].filter(Boolean).join(' · ') || 'Passkey')
}

function tooMany() {
  return refuse('too_many_passkeys', 'Maximum number of passkeys reached')
}
