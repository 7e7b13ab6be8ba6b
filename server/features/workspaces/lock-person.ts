import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

export async function lockPerson(platform: Platform, locked: EventCatalogue['person.locked']): Promise<void> {
  const { person_id: personId, until } = locked
  await platform.db.asService(null, async tx => {
    await sql`update people set status = 'locked' where id = ${personId}`.execute(tx)
    await platform.jobs.enqueue(tx, {
      kind: 'unlock person',
      key: `unlock person ${personId}`,
      payload: { person_id: personId },
      runAt: new Date(until),
    })
  })
}

export async function unlockPerson(platform: Platform, { person_id: personId }: { person_id: string }): Promise<void> {
  await platform.db.asService(null, tx => sql`update people set status = 'active' where id = ${personId}`.execute(tx))
}
