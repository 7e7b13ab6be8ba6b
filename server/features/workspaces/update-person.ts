import type { personChange } from '#shared/contracts/workspaces.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'

export async function updatePerson(
  platform: Platform,
  caller: Caller,
  change: z.output<typeof personChange>,
): Promise<void> {
  await platform.db.asService(null, async tx => {
    await sql`update people set
        full_name = coalesce(${change.full_name ?? null}, full_name),
        phone = coalesce(${change.phone ?? null}, phone),
        language = coalesce(${change.language ?? null}, language)
      where id = ${caller.personId}`.execute(tx)
    if (change.full_name)
      await sql`update members set name = ${change.full_name} where person_id = ${caller.personId}`.execute(tx)
  })
}
