import { sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Finding } from './finding.ts'

/** A restore of an older backup brings back whoever, and whatever shop, is not on the list. */
export async function checkErasures({ db, clock }: Platform): Promise<Finding> {
  const [row] = await db.readAsService(
    sql<{ count: number; oldest: Date | null }>`select count(*)::int as count, min(at) as oldest
      from (select at from private.erasures where recorded_at is null
        union all select at from private.deletions where recorded_at is null) waiting`,
  )
  const { count, oldest } = row ?? { count: 0, oldest: null }
  return {
    ...{ name: 'Erased people', state: oldest && oldest < after(clock.now(), -days(1)) ? 'bad' : 'ok' },
    text:
      count > 0
        ? `${count} not yet on the list beside the backups, the first since ${oldest?.toISOString()}`
        : 'all are on the list beside the backups',
    advice: 'Look at the log: can the places of BACKUP_FOLDER and BACKUP_S3_ENDPOINT be written to?',
  }
}
