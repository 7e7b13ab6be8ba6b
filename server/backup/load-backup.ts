import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { z } from 'zod'
import { StartError } from '#platform/errors.ts'
import type { Files } from '#platform/files/files.ts'
import { migrate, readMigrations } from '#platform/sql/migrations.ts'
import { queryRows } from '#platform/sql/compile-statement.ts'
import type { Engine, Session } from '#platform/sql/session.ts'
import { type Entry, readArchive } from './backup-archive.ts'
import type { Place } from './backup-place.ts'
import { longTransaction } from './long-transaction.ts'
import { refuseWithoutWhole, withPieces } from './increments/read-pieces.ts'
import { looseFiles, sha256Of } from './make-backup.ts'
import { entryNames, type Head, headSchema, type Sums, sumsSchema } from './manifest.ts'
import { settlePending } from './settle-pending.ts'
import { suspendRules } from './suspend-rules.ts'
import { listTables, sumRows, type Table } from './tables.ts'

/** `open` is called only once the backup has been opened, and `accept`, which may refuse it, has seen its head. */
export type Target = {
  accept?(head: Head): void
  open(): Promise<Engine>
  folder: string
  files: Files
  /** Committed: it stays, whatever fails afterwards. */
  loaded?(): void
  /** The last step, after newer migrations. */
  finish?(engine: Engine): Promise<void>
}

/** @throws StartError if a row or file differs, the file is broken, or a newer program made it. One transaction: nothing remains. */
export async function loadBackup(place: Place, passphrase: string, target: Target): Promise<Sums> {
  const { store, name, shown } = place
  const origin = { name: shown, mustBeEncrypted: store.kind === 's3' }
  const entries = readArchive(origin, await store.read(name), passphrase)
  try {
    const { value: first } = await entries.next()
    if (first?.name !== entryNames.head) throw new StartError(`${shown} is no backup of this program.`)
    const head = await readJson(headSchema, first)
    target.accept?.(head)
    const upTo = lastOf(head)
    await refuseWithoutWhole(place, head)
    const all = withPieces(place, passphrase, entries)
    const engine = await target.open()
    try {
      await migrate(engine, { upTo })
      const sums = await withFilesOrNone(target.files, files =>
        longTransaction(engine, session => load(session, head, all, { ...target, files })),
      )
      target.loaded?.()
      await bringUpToDate(engine)
      await target.finish?.(engine)
      return sums
    } finally {
      await engine.close()
    }
  } finally {
    await entries.return(undefined)
  }
}

/** Without newer migrations this program's statements would not find their tables. May be repeated as long as no server has run. */
export async function bringUpToDate(engine: Engine): Promise<void> {
  await migrate(engine)
  await longTransaction(engine, async session => {
    await session.query('set local role service_role', [])
    await settlePending(session)
  })
}

/** A bucket outlives a restore that failed: what that put there is removed again. */
async function withFilesOrNone<T>(files: Files, run: (files: Files) => Promise<T>): Promise<T> {
  const saved: string[] = []
  const save: Files['save'] = (key, content, limits) => {
    saved.push(key)
    return files.save(key, content, limits)
  }
  try {
    return await run({ ...files, save })
  } catch (error) {
    for (const key of saved) await files.remove(key).catch(() => {})
    throw error
  }
}

async function load(
  session: Session,
  head: Head,
  entries: AsyncIterable<Entry>,
  { folder, files }: Target,
): Promise<Sums> {
  const rules = await suspendRules(session)
  const tables = await listTables(session)
  // The backup includes what migrations wrote.
  await session.query(`truncate ${tables.map(({ name }) => name).join(', ')}`, [])
  const arrived: Record<string, string> = {}
  let sums: Sums | undefined
  for await (const entry of entries) {
    const { name, content } = entry
    if (name === entryNames.sums) sums = await readJson(sumsSchema, entry)
    else if (looseFiles.includes(name)) await writeFile(join(folder, name), content, { mode: 0o600, flush: true })
    else if (name.startsWith(entryNames.tables)) await loadRows(session, tables, entry)
    else if (name.startsWith(entryNames.files)) {
      const key = name.slice(entryNames.files.length)
      arrived[key] = await putFile(files, key, content)
    }
  }
  if (!sums) throw new StartError('The backup was cut off: its last part is missing.')
  await compare(session, tables, sums, arrived)
  for (const { name, last } of head.sequences)
    if (last !== null) await queryRows(session, sql`select setval(${name}::text::regclass, ${last}::text::bigint)`)
  for (const rule of rules) await session.query(rule, [])
  return sums
}

/** A file store may still hold the file: an identical one stays. @throws StartError if another has its key, as nothing is overwritten */
async function putFile(files: Files, key: string, content: Readable): Promise<string> {
  if (!(await files.exists(key))) return (await files.save(key, content, { maxBytes: Infinity })).sha256
  const [wanted, there] = [await sha256Of(content), await sha256Of(await files.read(key))]
  if (wanted !== there)
    throw new StartError(`There is another ${key} where files are kept: restore into an empty place.`)
  return there
}

async function loadRows(session: Session, tables: Table[], { name, content }: Entry): Promise<void> {
  const table = tables.find(one => name.startsWith(`${entryNames.tables}${one.name}/`))
  if (!table) throw new StartError(`The backup has rows of ${name}, which is no table here.`)
  await session.query(
    `insert into ${table.name} (${table.columns}) overriding system value
    select ${table.columns} from json_populate_recordset(null::${table.name}, $1::text::json)`,
    [String(await buffer(content))],
  )
}

async function compare(session: Session, tables: Table[], sums: Sums, arrived: Record<string, string>): Promise<void> {
  const differing: string[] = []
  for (const table of tables) {
    const { rows, sum } = await sumRows(session, table)
    const wanted = sums.tables[table.name]
    if (wanted?.sum !== sum || wanted.rows !== rows) differing.push(table.name)
  }
  for (const name of Object.keys(sums.tables)) if (!tables.some(table => table.name === name)) differing.push(name)
  for (const [key, sum] of Object.entries(sums.files ?? {})) if (arrived[key] !== sum) differing.push(key)
  if (differing.length > 0)
    throw new StartError(
      `What arrived is not what was written: ${differing.slice(0, 5).join(', ')}. Nothing was restored.`,
    )
}

/** @throws StartError if a migration is unknown or differs */
function lastOf({ migrations }: Head): string {
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    if (name.endsWith('.sql') && known.get(name) !== checksum)
      throw new StartError(`The backup was made by another or a newer version of this program (${name}). Use that one.`)
  }
  return migrations.findLast(({ name }) => name.endsWith('.sql'))?.name ?? ''
}

async function readJson<T extends z.ZodType>(schema: T, { name, content }: Entry): Promise<z.output<T>> {
  const read = schema.safeParse(JSON.parse(String(await buffer(content))))
  if (!read.success) throw new StartError(`The backup’s ${name} is not as this program writes it.`)
  return read.data
}
