import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { signInOwner, until } from '#dev/shop-client.ts'
import { openVisitor } from '#dev/visitor-client.ts'
import type { Engine } from '#platform/sql/session.ts'
import { migrate, readMigrations } from '#platform/sql/migrations.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { shopOrigin } from '#tests/fixtures/shop.ts'
import { runSen } from '#tests/setup/sen-command.ts'
import { type Home, startServer } from '#tests/setup/server-process.ts'
import { layVersion, listVersions, makeEmptyHome, openHomeEngine, readAllRows, type Row } from './lay-version.ts'
import { comparable, newestName, renamed } from './renames.ts'

const account = { email: 'chu@hatnau.example', password: 'mùa rang thứ ba 27', name: 'Trần Mai Hạnh' }
const versions = listVersions()

test('each version of the changelog has left a database to try', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## \[(.+?)\] - \d{4}-/gm)].map(match => match[1] ?? '')
  assert.ok(versions.length > 1)
  for (const name of released)
    assert.ok(
      versions.some(one => one.name === name),
      `node tests/upgrades/write-version.ts ${name}`,
    )
})

for (const version of versions)
  describe(`a database of ${version.name}`, () => {
    let home: Home
    before(async () => {
      home = await makeEmptyHome()
    })
    after(() => home.remove())

    test('is migrated with every row and what it means', async () => {
      await layVersion(home, version)
      const engine = await openHomeEngine(home)
      const old = await readAllRows(engine)
      const known = readMigrations().map(({ name }) => name)
      const applied = await readApplied(engine)
      assert.deepEqual(applied, known.slice(0, applied.length), 'a later migration has a lower number')
      await migrate(engine)
      const now = await readAllRows(engine)
      await engine.close()
      const filled = Object.values(old).filter(rows => rows.length > 0)
      assert.ok(filled.length > 80, `only ${filled.length} tables had rows`)
      for (const [before, rows] of Object.entries(old)) {
        const table = newestName(before)
        assert.ok(now[table], `${table} is gone`)
        const columns = rows.map(row => Object.keys(renamed(table, row)))[0] ?? []
        const texts = (some: Row[]) => some.map(row => JSON.stringify(row, columns.toSorted())).toSorted()
        const project = (row: Row) =>
          Object.fromEntries(columns.map(column => [column, comparable(table, column, row[column])]))
        assert.deepEqual(texts(now[table].map(project)), texts(rows.map(row => renamed(table, row))), table)
      }
    })

    test('serves its shop: owner, inbox, the bot, a visitor', async () => {
      const server = await startServer(home)
      try {
        const owner = await signInOwner(server.url, await readAnonKey(home), account)
        assert.ok(owner, 'the owner’s password')
        const talks = await owner.rows<{ id: string; preview: string }>('conversations?select=id,preview')
        assert.equal(talks.length, 2)
        const messages = await owner.rows<{ author: string; text: string }>('messages?select=author,text&order=seq')
        assert.ok(messages.some(({ author, text }) => author === 'bot' && /\d\.000/.test(text)))
        const [channel] = await owner.rows<{ account_id: string }>('channels?select=account_id&kind=eq.website')
        const page = { widget: channel?.account_id ?? '', origin: shopOrigin, locale: 'vi' } as const
        const visitor = await openVisitor(server.url, page)
        await visitor.say('phí ship đi Hà Nội bao nhiêu ạ?')
        assert.match((await visitor.answers())[0]?.text ?? '', /\d\.000/)
        await until('the new conversation', async () => {
          const { length } = await owner.rows('conversations?select=id')
          return length === 3 || undefined
        })
        assert.doesNotMatch(server.output(), /An unexpected error/)
      } finally {
        await server.stop()
      }
    })

    test('comes back from its backup, by this program', async () => {
      const other = await makeEmptyHome()
      try {
        const { code, output } = await runSen(other.settings, 'restore', version.file)
        assert.equal(code, 0, output)
        const server = await startServer(other)
        assert.ok(await signInOwner(server.url, await readAnonKey(other), account))
        await server.stop()
      } finally {
        await other.remove()
      }
    })
  })

async function readApplied(engine: Engine): Promise<string[]> {
  const session = await engine.acquire()
  const { rows } = await session.query('select name from private.migrations order by name collate "C"', [])
  engine.release(session, false)
  return (rows as { name: string }[]).map(({ name }) => name)
}
