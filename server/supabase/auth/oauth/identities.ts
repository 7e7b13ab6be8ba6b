import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { ExternalPerson } from './trade-code.ts'

type ExternalIdentity = { provider: string; person: Pick<ExternalPerson, 'providerId' | 'data'> }

/** Locks the identity until the end of the transaction. */
export async function ownerOf(tx: Tx, { provider, person }: ExternalIdentity): Promise<string | undefined> {
  const name = `${provider} ${person.providerId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 17))`.execute(tx)
  const { rows } = await sql<{ user_id: string }>`select user_id from auth.identities
    where provider = ${provider} and provider_id = ${person.providerId}`.execute(tx)
  return rows[0]?.user_id
}

export async function addIdentity(
  tx: Tx,
  userId: string,
  { provider, person }: ExternalIdentity,
  now: Date,
): Promise<void> {
  await sql`insert into auth.identities (identity_id, user_id, provider, provider_id, identity_data, last_sign_in_at,
      created_at, updated_at)
    values (${newId()}, ${userId}, ${provider}, ${person.providerId}, ${JSON.stringify(person.data)}::jsonb, ${now}, ${now}, ${now})`.execute(
    tx,
  )
  await recordProviders(tx, userId)
}

export async function renewIdentity(tx: Tx, { provider, person }: ExternalIdentity, now: Date): Promise<void> {
  await sql`update auth.identities set identity_data = ${JSON.stringify(person.data)}::jsonb, last_sign_in_at = ${now},
      updated_at = ${now}
    where provider = ${provider} and provider_id = ${person.providerId}`.execute(tx)
}

export async function recordProviders(tx: Tx, userId: string): Promise<void> {
  await sql`update auth.users set app_metadata = app_metadata || (
      select jsonb_build_object('provider', coalesce(jsonb_agg(provider order by first) ->> 0, 'email'),
        'providers', coalesce(jsonb_agg(provider order by first), '[]'))
      from (select provider, min(identity_id::text) as first from auth.identities where user_id = ${userId} group by provider) own)
    where id = ${userId}`.execute(tx)
}
