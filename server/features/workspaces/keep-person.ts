import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { Language } from '#shared/words.ts'

type Signed = { person_id: string; email: string; full_name: string; language: Language }

/** The product's own row of who signed up. May be told twice, and in any order with the confirmation. */
export async function keepPerson(platform: Platform, person: Signed): Promise<void> {
  await platform.db.asService(null, tx =>
    sql`insert into people (id, email, full_name, language, joined_at)
      values (${person.person_id}, ${person.email}, ${person.full_name}, ${person.language}, ${platform.clock.now()})
      on conflict (id) do nothing`.execute(tx),
  )
}

export async function noteSignIn(platform: Platform, signed: { person_id: string; at: string }): Promise<void> {
  await platform.db.asService(null, tx =>
    sql`update people set last_login_at = ${signed.at} where id = ${signed.person_id}`.execute(tx),
  )
}

export async function changePerson(
  platform: Platform,
  person: { person_id: string; email: string; full_name: string },
): Promise<void> {
  await platform.db.asService(null, tx =>
    sql`update people set email = ${person.email}, full_name = ${person.full_name} where id = ${person.person_id}`.execute(
      tx,
    ),
  )
}
