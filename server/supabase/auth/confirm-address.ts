import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import { signUpLanguage } from './signup.ts'
import { fullName, type User } from './users.ts'

/** The address is its owner's. Told once; already so, nothing happens. */
export async function confirmAddress(platform: Platform, tx: Tx, user: User, request: FastifyRequest): Promise<void> {
  if (user.email_confirmed_at) return
  const now = platform.clock.now()
  const verified = sql`'{"email_verified": true}'::jsonb`
  await sql`update auth.users set email_confirmed_at = ${now}, updated_at = ${now}, user_metadata = user_metadata || ${verified}
    where id = ${user.id}`.execute(tx)
  await sql`update auth.identities set identity_data = identity_data || ${verified}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`.execute(tx)
  await platform.jobs.emit(tx, 'person.confirmed', {
    person_id: user.id,
    email: user.email,
    full_name: fullName(user),
    language: signUpLanguage(user.user_metadata, request),
    invitation: user.invited_at !== null,
  })
}
