import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Clock, seconds } from '#platform/clock.ts'
import { StartError } from '#platform/errors.ts'
import { FileMissing, type Files } from '#platform/files/files.ts'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Session } from '#platform/sql/session.ts'
import type { Config } from '../config.ts'
import type { Place } from './backup-place.ts'
import { writeArchive, type Writer } from './backup-archive.ts'
import { type Book, isCut, writePieces } from './increments/pieces.ts'
import { orderRows } from './increments/row-order.ts'
import { entryNames, type Head, type Sums } from './manifest.ts'
import { readRows } from './rows-in-batches.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { seeAllRows } from './see-all-rows.ts'
import { listMigrations, listSequences, listTables, sumRows, type Table } from './tables.ts'

const bytesOfEntry = 1_000_000
/** Files in the data folder besides database and stored files. */
export const looseFiles = ['keys.json', 'sending.count']

/** @param book where a part of it may lie in earlier ones. @throws StartError if it exists */
export async function makeBackup(
  config: Config,
  clock: Clock,
  { store, name, shown }: Place,
  book?: Book,
): Promise<Sums> {
  if (await store.exists(name)) throw new StartError(`${shown} is there already.`)
  const snapshot = await takeSnapshot(config)
  try {
    const sums: Sums = { tables: {} }
    const write: Parameters<typeof writeArchive>[0] = content => store.write(name, content)
    await writeArchive(write, config.BACKUP_PASSPHRASE, async writer => {
      await seeAllRows(snapshot.session)
      const head = await describe(config, clock, snapshot.session)
      await writer.add(entryNames.head, json({ ...head, format: book?.leans ? 2 : 1 }))
      for (const name of looseFiles)
        if (existsSync(join(config.dataDir, name))) await writer.add(name, await readFile(join(config.dataDir, name)))
      const order = book && (await orderRows(snapshot.session))
      for (const table of await listTables(snapshot.session)) {
        sums.tables[table.name] = await sumRows(snapshot.session, table)
        const ordered = order && { order: order.get(table.name) ?? '1' }
        await writeRows(snapshot.session, { ...table, ...ordered }, writer, book)
      }
      sums.files = await writeFiles(snapshot.files, writer, book)
      if (book) await writePieces(writer, book.elsewhere)
      await writer.add(entryNames.sums, json(sums))
    })
    return sums
  } finally {
    await snapshot.close()
  }
}

async function describe(config: Config, clock: Clock, session: Session): Promise<Head> {
  const migrations = await listMigrations(session)
  return {
    format: 1,
    made_at: clock.now().toISOString(),
    database: config.DATABASE_URL ? 'postgresql' : 'embedded',
    migrations,
    sequences: await listSequences(session),
    // A newer program may back up a database that has not got the table yet.
    ...(migrations.some(({ name }) => name.startsWith('0252-')) && {
      erasures: await countErasures(session, migrations),
    }),
  }
}

async function countErasures(session: Session, migrations: Head['migrations']): Promise<number> {
  const [people] = await queryRows(session, sql<{ count: number }>`select count(*)::int as count from private.erasures`)
  if (!migrations.some(({ name }) => name.startsWith('0258-'))) return people?.count ?? 0
  const [gone] = await queryRows(session, sql<{ count: number }>`select count(*)::int as count from private.deletions`)
  return (people?.count ?? 0) + (gone?.count ?? 0)
}

async function writeRows(
  session: Session,
  table: Table & { order?: string },
  writer: Writer,
  book?: Book,
): Promise<void> {
  let texts: string[] = []
  let length = 0
  let number = 0
  const write = async () => {
    const name = `${entryNames.tables}${table.name}/${String(number++).padStart(6, '0')}.json`
    const content = Buffer.from(`[${texts.join(',\n')}]\n`)
    const sha256 = book ? createHash('sha256').update(content).digest('hex') : ''
    if (!book?.take(name, sha256)) {
      await writer.add(name, content)
      book?.wrote(name, sha256)
    }
    texts = []
    length = 0
  }
  for await (const rows of readRows(session, table))
    for (const row of rows) {
      texts.push(row)
      length += row.length
      if (length > bytesOfEntry || (book && isCut(row))) await write()
    }
  if (texts.length > 0) await write()
}

async function writeFiles(files: Files, writer: Writer, book?: Book): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for await (const key of files.keys()) {
    // Write it locally first: the archive needs the exact size, and a download may fail midway.
    const copy = await takeLocal(files, key)
    if (!copy) continue
    try {
      const name = entryNames.files + key
      const before = book && (await sha256Of(createReadStream(copy.path)))
      if (before && book?.take(name, before)) {
        sums[key] = before
        continue
      }
      const hash = createHash('sha256')
      const { size } = await stat(copy.path)
      await writer.addStream(name, size, hashed(createReadStream(copy.path), hash))
      const written = hash.digest('hex')
      book?.wrote(name, written)
      sums[key] = written
    } finally {
      await copy.release()
    }
  }
  return sums
}

type Local = Awaited<ReturnType<Files['local']>>

/** Undefined if it is gone since it was listed. One hiccup of a store among a hundred thousand files fails no backup. */
async function takeLocal(files: Files, key: string): Promise<Local | undefined> {
  for (let left = 2; ; left--) {
    try {
      return await files.local(key)
    } catch (error) {
      if (error instanceof FileMissing) return undefined
      if (left === 0) throw error
    }
    await wait(seconds(1))
  }
}

export async function sha256Of(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value, null, 1))
}
