import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { bytesOf } from './object-key.ts'

const atOnce = 500

/** Call before storing bytes: their row removes the note; without one they are deleted a day later. */
export async function expectBytes(platform: Platform, version: string): Promise<void> {
  const due = after(platform.clock.now(), hours(24))
  await platform.db.asService(null, tx =>
    sql`insert into storage.loose_files (version, due) values (${version}, ${due})
      on conflict (version) do update set due = excluded.due`.execute(tx),
  )
}

export async function dropBytes(platform: Platform, version: string): Promise<void> {
  const key = bytesOf(version)
  if (key) await platform.files.remove(key)
  await platform.db.asService(null, tx => sql`delete from storage.loose_files where version = ${version}`.execute(tx))
}

export async function clearOrphanFiles(platform: Platform): Promise<void> {
  try {
    while ((await clearSome(platform)) === atOnce);
  } catch (error) {
    platform.log.error({ error }, 'Files could not be removed')
  }
}

async function clearSome(platform: Platform): Promise<number> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{
      version: string
    }>`select version from storage.loose_files where due <= ${platform.clock.now()} limit ${atOnce}`.execute(tx),
  )
  for (const { version } of rows) {
    const key = bytesOf(version)
    if (key) await platform.files.remove(key)
  }
  if (rows.length > 0) {
    const versions = rows.map(row => row.version)
    await platform.db.asService(null, tx =>
      sql`delete from storage.loose_files where version = any (${versions}::text[])`.execute(tx),
    )
  }
  return rows.length
}
