import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { runBackupCommand } from '#server/backup/backup-commands.ts'
import { placeOf } from '#server/backup/backup-place.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { migrate } from '#platform/sql/migrations.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'

test('of an owner who is no superuser, before whom row-level security hides every row, holds them all, and such a database is no empty one', async t => {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return t.diagnostic('The embedded database has one role, a superuser.')
  const folder = mkdtempSync(join(tmpdir(), 'sen-role-'))
  const name = `sen_owner_${newId().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create role ${name} login password 'x' nosuperuser nobypassrls createrole`)
  for (const role of ['anon', 'authenticated', 'service_role']) await admin.query(`grant ${role} to ${name}`)
  await admin.query(`create database ${name} owner ${name}`)
  t.after(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
    rmSync(folder, { recursive: true })
  })
  const url = new URL(server)
  Object.assign(url, { username: name, password: 'x', pathname: `/${name}` })
  const engine = await openPostgresql(url.href, () => {})
  await migrate(engine)
  // Who inherits from service_role sees what its policies show.
  await admin.query(`alter role ${name} noinherit`)
  const session = await engine.acquire()
  await session.query(
    `begin; set local role service_role; insert into auth.users (id, email, created_at, updated_at) values ('${newId()}', 'a@shop.example', now(), now()); commit`,
    [],
  )
  const hidden = await session.query('select count(*)::int as count from auth.users', [])
  assert.deepEqual(hidden.rows, [{ count: 0 }])
  engine.release(session, false)
  await engine.close()

  const configOf = (data: string) =>
    readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, data), DATABASE_URL: url.href, BACKUP_PASSPHRASE: '' })
  const file = join(folder, 'backup')
  const sums = await makeBackup(configOf('one'), systemClock, placeOf(configOf('one'), systemClock, file))
  assert.equal(sums.tables['auth.users']?.rows, 1)
  await assert.rejects(
    runBackupCommand(configOf('other'), ['restore', file]),
    /The database at DATABASE_URL is not empty/,
  )
})
