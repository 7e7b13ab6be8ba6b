import { existsSync, rmSync } from 'node:fs'
import { link, mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sweepOlder } from '#platform/backups/sweep-older.ts'
import { systemClock } from '#platform/clock.ts'
import { copyFolder } from '#platform/embedded/copy-folder.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { StartError } from '#platform/errors.ts'
import { holdFilesHere, holdFilesInDatabase } from '#platform/files/defer-removals.ts'
import { makeDiskFiles } from '#platform/files/disk-files.ts'
import type { Files } from '#platform/files/files.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { newId } from '#platform/ids.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import type { Engine, Session } from '#platform/sql/session.ts'
import { askRunningServer } from '../ask-running-server.ts'
import type { Config } from '../config.ts'
import { oneZone } from './tables.ts'

export type Snapshot = {
  /** a read-only transaction with a fixed snapshot */
  session: Session
  /** Files removed in the meantime stay until the snapshot is closed. */
  files: Files
  close(): Promise<void>
}

const hour = 3_600_000
/** A backup statement may take long, because nobody waits behind it. */
export const patient = { bounds: { limitMs: hour, graceMs: hour, maxMemory: 768, restartMs: 24 * hour } }

export async function takeSnapshot(config: Config): Promise<Snapshot> {
  const copies = join(config.dataDir, 'copies')
  await sweepOlder(copies, () => true)
  const copy = join(copies, newId())
  await mkdir(copy, { recursive: true, mode: 0o700 })
  let engine: Engine | undefined
  const letGoHere = holdFilesHere(copy)
  try {
    engine = config.DATABASE_URL
      ? await openPostgresql(config.DATABASE_URL, () => {})
      : await openCopy(config, join(copy, 'database'))
    const session = await engine.acquire()
    // Before the database snapshot: files removed from now on stay.
    const letGo = config.DATABASE_URL ? await holdFilesInDatabase(session) : async () => letGoHere()
    await session.query(
      `begin isolation level repeatable read read only; set local statement_timeout = 0;
        set local idle_in_transaction_session_timeout = 0; ${oneZone}; select 1`,
      [],
    )
    // Files are only ever replaced, so a hard link keeps the content.
    const files = join(config.dataDir, 'files')
    if (!config.S3_ENDPOINT && existsSync(files)) await linkFolder(files, join(copy, 'files'))
    if (!config.S3_ENDPOINT) await letGo()
    const opened = engine
    return {
      session,
      files: config.S3_ENDPOINT ? openFiles(config, systemClock) : makeDiskFiles(join(copy, 'files')),
      async close() {
        letGoHere()
        opened.release(session, true)
        await opened.close()
        rmSync(copy, { recursive: true, force: true })
      },
    }
  } catch (error) {
    letGoHere()
    await engine?.close()
    rmSync(copy, { recursive: true, force: true })
    throw error
  }
}

async function openCopy(config: Config, to: string): Promise<Engine> {
  if ((await askRunningServer(config.dataDir, ['copy-database', to])) === undefined) {
    const database = join(config.dataDir, 'database')
    if (!existsSync(database)) throw new StartError(`There is no database in ${config.dataDir}.`)
    const unlock = await lockFolder(config.dataDir)
    try {
      await copyFolder(database, to)
    } finally {
      unlock()
    }
  }
  return openEmbedded(to, patient)
}

async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const place = join(to, relative(from, path))
    if (entry.isDirectory()) await mkdir(place, { recursive: true, mode: 0o700 })
    // Skips deleted files and unfinished uploads.
    else if (entry.isFile() && !entry.name.endsWith('.part')) await link(path, place).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
