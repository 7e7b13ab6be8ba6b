import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { Language } from '#shared/words.ts'

type Signed = { person_id: string; email: string; full_name: string; language: Language }

/** Idempotent, and may come before or after the confirmation. */
export async function savePerson(platform: Platform, person: Signed): Promise<void> {
  await platform.db.asService(null, tx =>
    sql`insert into people (id, email, full_name, language, joined_at)
      values (${person.person_id}, ${person.email}, ${person.full_name}, ${person.language}, ${platform.clock.now()})
      on conflict (id) do nothing`.execute(tx),
  )
}

export async function changePerson(platform: Platform, person: EventCatalogue['person.changed']): Promise<void> {
  const { person_id: personId, email, full_name: name = null } = person
  await platform.db.asService(null, async tx => {
    await sql`update people set email = ${email}, full_name = coalesce(${name}, full_name) where id = ${personId}`.execute(
      tx,
    )
    await sql`delete from members where status = 'pending' and lower(email) = lower(${email})
      and workspace_id in (select workspace_id from members where person_id = ${personId})`.execute(tx)
    await sql`update members set email = ${email}, name = coalesce(${name}, name) where person_id = ${personId}`.execute(
      tx,
    )
  })
}
