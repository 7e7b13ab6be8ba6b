import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { SessionAnswer } from '../auth.results.ts'
import { check } from '../auth-body.ts'
import { AuthFailure, refuse } from '../auth-error.ts'
import { limitPeer } from '../auth-limits.ts'
import { recordSecurity } from '../record-security.ts'
import { type Opened, openSession, sessionAnswer } from '../sessions/open-session.ts'
import { findUser, isBanned } from '../users/users.ts'
import { challengeLifeMs, spendChallenge, storeChallenge } from './challenges.ts'
import type { PasskeyOptionsAnswer } from './passkeys.results.ts'
import { requireParty } from './relying-party.ts'
import { handleOf, noProof, proven, shownCredential, webauthn } from './webauthn.ts'

/** The same for everybody: the browser knows whose keys it has, we are told with the answer. */
export async function offerSignIn(platform: Platform, request: FastifyRequest): Promise<PasskeyOptionsAnswer> {
  const party = requireParty(platform.config)
  await limitPeer(platform, request, 'passkey')
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: challengeLifeMs,
  })
  const asked = { purpose: 'authentication', sessionId: null } as const
  return { ...(await storeChallenge(platform, asked, options.challenge)), options: { ...options } }
}

export const passkeySignInBody = z.object({
  challenge_id: z.uuid('challenge_id must be a valid UUID'),
  credential: shownCredential,
})

type Known = { id: string; user_id: string; public_key: string }

/** Opens a session of both steps: the device is the one, fingerprint, face or PIN the other. */
export async function signInByPasskey(platform: Platform, request: FastifyRequest): Promise<SessionAnswer> {
  const party = requireParty(platform.config)
  await limitPeer(platform, request, 'token')
  const { challenge_id, credential } = check(passkeySignInBody, request.body)
  const challenge = await spendChallenge(platform, challenge_id, { purpose: 'authentication', sessionId: null })
  const [known] = await platform.db.readAsService<Known>(sql`select id, user_id, public_key from auth.passkeys
    where credential_id = ${credential.id}`)
  // Names no account: who shows a key's name had the key, or drew one by lot.
  if (!known) throw refuse('webauthn_credential_not_found', 'Credential not found')
  const used = await readProof(platform, party, challenge, credential, known, request)
  const opened = await platform.db.asService(null, tx => open(platform, tx, known, used, request))
  // Thrown after the commit, so that the refusal stays in the log.
  if (opened instanceof AuthFailure) throw opened
  return sessionAnswer(platform, opened)
}

type Used = { counter: number; backedUp: boolean }

async function readProof(
  platform: Platform,
  party: { id: string; origin: string },
  challenge: string,
  credential: z.output<typeof shownCredential>,
  known: Known,
  request: FastifyRequest,
): Promise<Used> {
  const { verifyAuthenticationResponse } = await webauthn()
  // Left out by some keys where the browser was told which ones to ask.
  const { userHandle } = credential.response
  try {
    if (userHandle && userHandle !== Buffer.from(handleOf(known.user_id)).toString('base64url')) throw noProof()
    const { authenticationInfo } = await proven(
      verifyAuthenticationResponse({
        response: credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        // The count is judged by us, under the row's lock.
        credential: { id: credential.id, publicKey: bytesOf(known.public_key), counter: 0 },
      }),
    )
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch (error) {
    const refusal = { personId: known.user_id, act: 'sign-in-failed' } as const
    await platform.db.asService(null, tx => recordSecurity(platform, tx, refusal, request))
    throw error
  }
}

async function open(
  platform: Platform,
  tx: Tx,
  known: Known,
  used: Used,
  request: FastifyRequest,
): Promise<Opened | AuthFailure> {
  const now = platform.clock.now()
  const user = await findUser(tx, { id: known.user_id }, 'lock')
  const { rows } = await sql<{ sign_count: string | number }>`select sign_count from auth.passkeys
    where id = ${known.id} for update`.execute(tx)
  const stored = rows[0]
  // Removed in the meantime.
  if (!user || !stored) return refuse('webauthn_credential_not_found', 'Credential not found')
  if (isBanned(user, now)) return refuse('user_banned', 'User is banned', { status: 400 })
  if (!user.email_confirmed_at) return refuse('email_not_confirmed', 'Email not confirmed')
  const before = Number(stored.sign_count)
  // A key that counts, and is not further than before, has a copy somewhere.
  if ((used.counter > 0 || before > 0) && used.counter <= before) {
    await recordSecurity(platform, tx, { personId: user.id, act: 'passkey-refused' }, request)
    return noProof()
  }
  await sql`update auth.passkeys set sign_count = ${used.counter}, backed_up = ${used.backedUp}, last_used_at = ${now}
    where id = ${known.id}`.execute(tx)
  return openSession(platform, tx, user.id, 'passkey', request, { passkeyId: known.id })
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}
