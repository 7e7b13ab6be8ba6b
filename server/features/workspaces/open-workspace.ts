import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { firstShopName } from '#shared/rules/text/shop-name.ts'
import { joinWhereInvited } from './accept-invitation.ts'
import { addWorkspace } from './open-another.ts'

/** Unless invited elsewhere, where they join instead. Idempotent. */
export async function openWorkspace(platform: Platform, person: EventCatalogue['person.confirmed']): Promise<void> {
  const now = platform.clock.now()
  const { person_id: personId, email, full_name: fullName, language } = person
  await platform.db.asService(null, async tx => {
    await sql`insert into people (id, email, full_name, language, joined_at, email_verified)
      values (${personId}, ${email}, ${fullName}, ${language}, ${now}, true)
      on conflict (id) do update set email_verified = true`.execute(tx)
    if (person.invitation) return
    const { rows } = await sql`select id from people where id = ${personId}
      and not exists (select from members m join workspaces w on w.id = m.workspace_id
        where m.person_id = ${personId} and w.kind = 'shop') for no key update`.execute(tx)
    if (rows.length === 0) return
    if (await joinWhereInvited(platform, tx, { id: personId, email, full_name: fullName })) return
    const name = firstShopName(fullName || email.split('@')[0] || '', language)
    await addWorkspace(platform, tx, { id: personId, email, full_name: fullName, language }, name)
  })
}
