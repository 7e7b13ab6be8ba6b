import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until } from '#dev/shop-client.ts'
import { openVisitor } from '#dev/visitor-client.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { undeclaredBreaks } from '#tests/runner/migration-rules.ts'
import { openShop } from '#tests/fixtures/shop.ts'
import { freePort, type Home, makeHome, runServer, startServer } from '#tests/setup/server-process.ts'
import { makeNewerProgram } from './newer-program.ts'

const name = '9999-expand.sql'
/** What the rule lets pass without a word: tables, columns, defaults, looser rules. */
const expand = `create table public.moods (id uuid primary key, workspace_id uuid not null, mood text not null);
  create index moods_latest on public.moods (workspace_id, mood);
  select rights.protect('public.moods');
  alter table public.messages add column mood text, add column weight int not null default 0;
  alter table public.conversations add column mood text check (char_length(mood) < 20);
  alter table public.contacts add column weight int not null default 0;
  alter table public.workspaces add column mood text;
  alter table private.jobs add column mood text;
  alter table public.channels add constraint has_name check (char_length(name) < 500) not valid;`

describe('two versions at once, on PostgreSQL', () => {
  // The embedded database has only one process.
  if (!process.env['TEST_DATABASE_URL']) return

  test('the older web process serves while the newer one migrates, and after it', async t => {
    assert.deepEqual(undeclaredBreaks(name, expand), [])
    const newer = makeNewerProgram(name, expand)
    const home = await makeHome({ HUMAN_CHECK: 'off', AUTH_RATE_LIMITS: 'off' })
    const other = mkdtempSync(join(tmpdir(), 'sen-home-'))
    t.after(async () => {
      newer.remove()
      rmSync(other, { recursive: true })
      await home.remove()
    })
    const first = await startServer(home)
    const shop = await openShop(home, first)
    await first.stop()
    const web = await startServer({ ...home, settings: { ...home.settings, ROLE: 'web' } })
    t.after(() => web.kill())

    const failures: string[] = []
    let rounds = 0
    let isServing = true
    t.after(() => {
      isServing = false
    })
    const read = [
      'messages?select=*',
      'conversations?select=*&order=last_message_at.desc',
      'workspaces?select=*',
      'channels?select=*',
    ]
    const greet = async () => {
      const visitor = await openVisitor(web.url, shop.page)
      await visitor.say('phí ship đi Hà Nội bao nhiêu ạ?', undefined, why => failures.push(why))
    }
    const serve = async () => {
      for (; isServing; rounds++) {
        if (rounds % 9 === 0) await greet().catch((error: Error) => failures.push(error.message))
        for (const query of read) await shop.owner.rows(query).catch((error: Error) => failures.push(error.message))
        await shop.owner.act('GET', '/statistics').catch((error: Error) => failures.push(error.message))
      }
    }
    const readers = [serve(), serve(), serve()]
    // Its statements are prepared on its connections, as they are after a day.
    await until('some rounds', async () => rounds > 60 || undefined)
    copyFileSync(join(home.dataDir, 'keys.json'), join(other, 'keys.json'))
    const port = await freePort()
    const beside: Home = {
      ...home,
      port,
      settings: { ...home.settings, ROLE: 'worker', DATA_DIR: other, PORT: String(port) },
    }
    const worker = await startServer(beside, newer.main)
    t.after(() => worker.kill())
    const then = rounds
    await until('rounds on the new tables', async () => rounds > then + 60 || undefined)
    isServing = false
    await Promise.all(readers)

    const visitor = await openVisitor(web.url, shop.page)
    await visitor.say('phí ship đi Hà Nội bao nhiêu ạ?')
    assert.match((await visitor.answers())[0]?.text ?? '', /\d\.000/, 'asked of the older, answered by the newer')
    // A connection that meets new columns in the midst of a transaction says once that it is busy.
    assert.deepEqual(
      failures.filter(why => !why.includes('503')),
      [],
    )
    assert.ok(failures.length <= 12, `${failures.length} of ${rounds} rounds had to be asked again`)
    assert.doesNotMatch(web.output(), /An unexpected error/)
    await web.stop()
    const again = await runServer(home.settings)
    assert.equal(again.code, 1)
    assert.match(again.output, /A newer version of this program has changed the database \(9999-expand\.sql\)/)
  })

  test('a migration that waits for a table lets others by', async t => {
    const home = await makeHome()
    const newer = makeNewerProgram(name, 'alter table public.messages add column mood text;')
    const url = home.settings['DATABASE_URL'] ?? ''
    const engine = await openPostgresql(url, () => {})
    t.after(async () => {
      newer.remove()
      await engine.close()
      await home.remove()
    })
    const [reader, other] = [await engine.acquire(), await engine.acquire()]
    await reader.query('begin; select from public.messages limit 1', [])
    const starting = startServer(home, newer.main)
    await until('the migration to wait', async () => {
      const { rows } = await other.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        [],
      )
      return rows.length > 0 || undefined
    })
    // Longer than a person waits, a lock's own limit of 5 s would refuse it.
    const began = performance.now()
    await other.query('select from public.messages limit 1', [])
    assert.ok(performance.now() - began < 3500)
    await reader.query('commit', [])
    await (await starting).stop()
    for (const one of [reader, other]) engine.release(one, false)
  })
})
