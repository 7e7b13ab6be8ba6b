import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openBackupFolder } from '#platform/backups/backup-folder.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { makeDiskFiles } from '#platform/files/disk-files.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import type { Engine } from '#platform/sql/session.ts'
import { loadBackup } from '#server/backup/load-backup.ts'
import { seeAllRows } from '#server/backup/see-all-rows.ts'
import { listTables, oneZone } from '#server/backup/tables.ts'
import { createTestDatabase } from '#server/test-databases.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'

const folder = join(import.meta.dirname, '../data/versions')

export type Version = { name: string; file: string }
export type Row = Record<string, unknown>

/** In order. */
export function listVersions(): Version[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.backup'))
  return files.toSorted().map(file => ({ name: basename(file, '.backup'), file: join(folder, file) }))
}

/** A home without any table: embedded, or an empty database at TEST_DATABASE_URL. */
export async function makeEmptyHome(): Promise<Home> {
  const home = await makeHome({ HUMAN_CHECK: 'off' }, { empty: true })
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return home
  const { url, drop } = await createTestDatabase(server, 'template1')
  return {
    ...home,
    kind: 'postgresql',
    settings: { ...home.settings, DATABASE_URL: url },
    async remove() {
      await drop()
      await home.remove()
    },
  }
}

/** As that version left its home: its tables, rows, files and keys. Nothing newer has run. */
export async function layVersion(home: Home, { name, file }: Version): Promise<void> {
  const asFarAs = new Error('Nothing newer.')
  const place = { store: openBackupFolder(folder), name: basename(file), shown: name }
  try {
    await loadBackup(place, '', {
      open: () => openHomeEngine(home),
      folder: home.dataDir,
      files: makeDiskFiles(join(home.dataDir, 'files')),
      loaded() {
        throw asFarAs
      },
    })
  } catch (error) {
    if (error !== asFarAs) throw error
  }
}

export function openHomeEngine(home: Home): Promise<Engine> {
  const url = home.settings['DATABASE_URL']
  return url ? openPostgresql(url, () => {}) : openEmbedded(join(home.dataDir, 'database'))
}

/** By the table's name. */
export async function readAllRows(engine: Engine): Promise<Record<string, Row[]>> {
  const session = await engine.acquire()
  const all: Record<string, Row[]> = {}
  await session.query(`begin; ${oneZone}`, [])
  await seeAllRows(session)
  for (const { name, columns } of await listTables(session)) {
    const { rows } = await session.query(`select to_jsonb(r)::text as row from (select ${columns} from ${name}) r`, [])
    all[name] = (rows as { row: string }[]).map(({ row }) => JSON.parse(row) as Row)
  }
  await session.query('rollback', [])
  engine.release(session, false)
  return all
}
