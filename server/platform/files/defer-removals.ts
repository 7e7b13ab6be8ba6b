import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { after, type Clock, minutes } from '../clock.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Database } from '../sql/database.ts'
import type { Session } from '../sql/session.ts'
import type { Files } from './files.ts'

/** Held, shared, by the session of a backup on PostgreSQL. */
const filesLock = 7_300_216
const beatMs = minutes(1)
const againMs = minutes(5)

/**
 * A backup reads files after its database snapshot, whose rows may name files removed since. So removals wait for its end: `remove`
 * returns while the file still exists. Most rows are deleted first; where files go before their rows (exports, imported lists, loose
 * files) the row can still be deleted, because the job names the file.
 */
export function deferRemovals(
  files: Files,
  { db, jobs, clock, dataDir }: { db: Database; jobs: Jobs; clock: Clock; dataDir: string },
): Files {
  return {
    ...files,
    async remove(key) {
      if (!(await areFilesHeld(db, dataDir))) return files.remove(key)
      await db.asService(null, tx =>
        jobs.enqueue(tx, { kind: 'remove file', payload: { key }, runAt: after(clock.now(), againMs) }),
      )
    },
  }
}

async function areFilesHeld(db: Database, dataDir: string): Promise<boolean> {
  if (db.engine.kind === 'embedded') return markers(dataDir).some(isAlive)
  const [row] = await db.readAsService(
    sql<{
      held: boolean
    }>`select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${filesLock}::oid
      and objsubid = 1 and database = (select oid from pg_database where datname = current_database())) as held`,
  )
  return row?.held ?? false
}

/** Another process sees it before the moment of the database. Returns what ends it. @param copy a folder of the backup's own in `copies` */
export function holdFilesHere(copy: string): () => void {
  const marker = join(copy, 'holds-files')
  writeFileSync(marker, '')
  const beat = setInterval(() => writeFileSync(marker, ''), beatMs)
  beat.unref()
  return () => {
    clearInterval(beat)
    rmSync(marker, { force: true })
  }
}

/** On PostgreSQL every process has to see it: a lock of the session, released with it. */
export async function holdFilesInDatabase(session: Session): Promise<() => Promise<void>> {
  await session.query(`select pg_advisory_lock_shared(${filesLock})`, [])
  return async () => {
    await session.query(`select pg_advisory_unlock_shared(${filesLock})`, [])
  }
}

function markers(dataDir: string): string[] {
  const copies = join(dataDir, 'copies')
  return existsSync(copies) ? readdirSync(copies).map(name => join(copies, name, 'holds-files')) : []
}

/** A killed backup leaves its marker. */
function isAlive(marker: string): boolean {
  const touched = statSync(marker, { throwIfNoEntry: false })?.mtimeMs
  return touched !== undefined && touched > performance.timeOrigin + performance.now() - 5 * beatMs
}
