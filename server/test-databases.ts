// Migrated once, then copied: a fraction of the time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { newId } from '#platform/ids.ts'
import { migrate, readMigrations } from '#platform/sql/migrations.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'

/** `like`: a database that nobody is connected to. */
export async function createTestDatabase(
  server: string,
  like?: string,
): Promise<{ name: string; url: string; drop: () => Promise<void> }> {
  const name = `sen_test_${newId().replaceAll('-', '')}`
  await asAdmin(server, async admin =>
    admin.query(`create database ${name} template ${like ?? (await findTemplate(admin, server))}`),
  )
  return {
    name,
    url: databaseOf(server, name),
    drop: () => asAdmin(server, async admin => void (await admin.query(`drop database ${name} with (force)`))),
  }
}

/** On a connection of its own, so that a test may restart the server meanwhile. */
async function asAdmin<T>(server: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

async function findTemplate(admin: pg.Client, server: string): Promise<string> {
  const name = `sen_template_${migrationsHash()}`
  const exists = async () => (await admin.query('select from pg_database where datname = $1', [name])).rowCount === 1
  if (await exists()) return name
  await admin.query("select pg_advisory_lock(hashtext('sen template'))")
  try {
    if (await exists()) return name
    const part = `${name}_part`
    await admin.query(`drop database if exists ${part} with (force)`)
    await admin.query(`create database ${part}`)
    const engine = await openPostgresql(databaseOf(server, part), () => {})
    await migrate(engine)
    await engine.close()
    await admin.query(`alter database ${part} rename to ${name}`)
    return name
  } finally {
    await admin.query("select pg_advisory_unlock(hashtext('sen template'))")
  }
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Cached between runs by a hash of its sources. */
export async function readDump(): Promise<Blob> {
  const folder = join(import.meta.dirname, '../node_modules/.cache/sen')
  const file = join(folder, `${migrationsHash()}.tar`)
  if (existsSync(file)) return new Blob([new Uint8Array(readFileSync(file))]) // read whole: another run may replace the file
  const engine = await openEmbedded(undefined)
  await migrate(engine)
  const blob = await engine.dump()
  await engine.close()
  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) if (old.endsWith('.tar')) rmSync(join(folder, old), { force: true })
  const part = join(folder, newId())
  writeFileSync(part, new Uint8Array(await blob.arrayBuffer()))
  renameSync(part, file)
  return blob
}

/** @param folder of an embedded database */
export async function unpackDump(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const input = new Uint8Array(await (await readDump()).arrayBuffer())
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input })
  if (status !== 0) throw new Error(`The dump could not be unpacked: ${String(stderr)}`)
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  const root = join(import.meta.dirname, '..')
  for (const { text } of readMigrations()) hash.update(text)
  for (const name of ['server/platform/embedded/embedded-thread.ts', 'package-lock.json'])
    hash.update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}
