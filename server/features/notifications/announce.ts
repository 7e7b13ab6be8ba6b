import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { announcement } from '#shared/contracts/notifications.contract.ts'
import { hasDevice, type Reader, tell } from './notify.ts'

type News = z.output<typeof announcement>

const atOnce = 200

/** An operator tells everybody something; it goes out a part at a time. */
export async function announce(platform: Platform, _: Caller, news: News): Promise<{ id: string }> {
  const id = newId()
  await platform.db.asService(null, tx =>
    platform.jobs.enqueue(tx, { kind: 'tell announcement', payload: { id, ...news, after: null } }),
  )
  return { id }
}

/** Tells the next people, by their ids, and leaves the rest to a further job. Told again, nobody hears it twice. */
export async function tellAnnouncement(
  platform: Platform,
  part: News & { id: string; after: string | null },
): Promise<void> {
  const { id, kind, vi, en, after } = part
  await platform.db.asService(null, async tx => {
    const { rows } =
      await sql<Reader>`select p.id, p.email_verified, s.in_app, s.email, s.push, ${hasDevice} as has_device
      from people p
        left join notification_settings s on s.person_id = p.id and s.kind = ${kind}
      where p.status = 'active' and (${after}::uuid is null or p.id > ${after}::uuid) order by p.id limit ${atOnce}`.execute(
        tx,
      )
    const data = { what: 'announced', vi, en }
    await tell(platform, tx, rows, { workspaceId: null, kind, matter: `announcement ${id}`, data })
    const last = rows.at(-1)
    if (last && rows.length === atOnce)
      await platform.jobs.enqueue(tx, { kind: 'tell announcement', payload: { ...part, after: last.id } })
  })
}
