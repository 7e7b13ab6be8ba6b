import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { refuse } from '../auth-error.ts'
import { referralSource } from '../sign-up/referral-source.ts'
import { confirmAddress, settleAccount } from '../sign-up/confirm-address.ts'
import { signUpLanguage } from '../sign-up/signup.ts'
import { findUser, fullName, insertUserRow, isBanned, type User } from '../users/users.ts'
import type { Flow } from './flow-states.ts'
import { addIdentity, ownerOf, renewIdentity } from './identities.ts'
import type { ExternalPerson } from './trade-code.ts'

export type Arrival = { provider: string; person: ExternalPerson; flow: Flow }

/**
 * @throws user_banned, signup_disabled, identity_already_exists, session_not_found, unexpected_failure. 'unproven': the provider does not
 * vouch for the address
 */
export async function accountOf(
  platform: Platform,
  tx: Tx,
  arrival: Arrival,
  request: FastifyRequest,
): Promise<User | 'unproven'> {
  const now = platform.clock.now()
  const ownerId = await ownerOf(tx, arrival)
  if (arrival.flow.user_id !== null) return linkTo(platform, tx, arrival, ownerId)
  const owner = ownerId && (await findUser(tx, { id: ownerId }, 'lock'))
  if (owner) {
    if (isBanned(owner, now)) throw banned()
    await renewIdentity(tx, arrival, now)
    if (owner.email_confirmed_at) return owner
  }
  const { email, emailVerified } = arrival.person
  if (email === '') throw refuse('unexpected_failure', 'Error getting user email from external provider')
  if (!emailVerified) return 'unproven'
  const known = await findUser(tx, { email }, 'lock')
  if (owner && known?.id !== owner.id) return 'unproven'
  if (!known) return openAccount(platform, tx, arrival, request)
  if (isBanned(known, now)) throw banned()
  if (!known.email_confirmed_at) await cleanAccount(platform, tx, known, arrival, request)
  else await addProviderMetadata(tx, known, arrival)
  await addIdentity(tx, known.id, arrival, now)
  return (await findUser(tx, { id: known.id })) ?? known
}

async function openAccount(platform: Platform, tx: Tx, arrival: Arrival, request: FastifyRequest): Promise<User> {
  if (!platform.config.AUTH_SIGNUP) throw refuse('signup_disabled', 'Signups not allowed for this instance')
  const { email } = arrival.person
  const now = platform.clock.now()
  const data = { ...arrival.person.data, language: signUpLanguage({}, request) }
  const user = { id: newId(), email, passwordHash: null, data, confirmed: true }
  // Somebody took the address concurrently; a retry finds the account.
  if (!(await insertUserRow(tx, user, now))) throw refuse('conflict', 'The account is being made, please try again')
  await addIdentity(tx, user.id, arrival, now)
  const made = await findUser(tx, { id: user.id })
  if (!made) throw new Error('An account was opened for nobody.')
  const person = { person_id: made.id, email, full_name: fullName(made), language: data.language }
  await platform.jobs.emit(tx, 'person.signed-up', { ...person, ...referralSource(request, {}) })
  await platform.jobs.emit(tx, 'person.confirmed', { ...person, invitation: false })
  return made
}

/** Nothing unconfirmed survives: password, metadata, identities, pending mails. */
async function cleanAccount(
  platform: Platform,
  tx: Tx,
  user: User,
  { person }: Arrival,
  request: FastifyRequest,
): Promise<void> {
  const data = { ...person.data, language: signUpLanguage({}, request) }
  await sql`delete from auth.sign_ups where user_id = ${user.id}`.execute(tx)
  await sql`delete from auth.identities where user_id = ${user.id}`.execute(tx)
  await sql`update auth.users set email_change_sent_at = null, confirmation_sent_at = null, recovery_sent_at = null
    where id = ${user.id}`.execute(tx)
  const cleaned = await settleAccount(platform, tx, user, { passwordHash: null, data, referral: null })
  await confirmAddress(platform, tx, cleaned, request)
}

/** People's own metadata win; the provider fills gaps. */
async function addProviderMetadata(tx: Tx, user: User, { person }: Arrival): Promise<void> {
  await sql`update auth.users set user_metadata = ${JSON.stringify(person.data)}::jsonb || user_metadata
    where id = ${user.id}`.execute(tx)
}

/** Only while the session that started it is alive. */
async function linkTo(platform: Platform, tx: Tx, arrival: Arrival, ownerId: string | undefined): Promise<User> {
  const { user_id: userId, session_id: sessionId } = arrival.flow
  const user = userId === null ? undefined : await findUser(tx, { id: userId }, 'lock')
  const { rows } =
    await sql`select 1 from auth.sessions where id = ${sessionId} and user_id = ${userId} and ended_at is null`.execute(
      tx,
    )
  if (!user || rows.length === 0) {
    throw refuse('session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user, platform.clock.now())) throw banned()
  if (ownerId === user.id) throw refuse('identity_already_exists', 'Identity is already linked')
  if (ownerId) throw refuse('identity_already_exists', 'Identity is already linked to another user')
  await addIdentity(tx, user.id, arrival, platform.clock.now())
  return (await findUser(tx, { id: user.id })) ?? user
}

function banned() {
  return refuse('user_banned', 'User is banned')
}
