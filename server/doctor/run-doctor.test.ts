import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { StartError } from '#platform/errors.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectScripted, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { runDoctor } from './run-doctor.ts'

describe('the doctor', () => {
  let platform: TestPlatform
  let keys: object
  let date = new Date()
  const server = createServer((_request, response) => {
    response.setHeader('date', date.toUTCString())
    response.end(JSON.stringify(keys))
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const zalo = { ZALO_APP_ID: '2', ZALO_APP_SECRET: 'z' }
    platform = await testPlatform({ settings: { PUBLIC_URL: url, META_GRAPH_BASE_URL: url, ...zalo } })
    await connectScripted(platform, await makeWorkspace(platform), scriptedKind())
    keys = await platform.tokens.jwks()
    date = platform.clock.now()
  })
  after(async () => {
    server.close()
    await platform.close()
  })
  const outputOf = async (...words: string[]) =>
    runDoctor(platform, words).catch((error: unknown) => {
      assert.ok(error instanceof StartError)
      return `ended with 1\n${error.message}`
    })

  test('says what is well, and of the rest what to do', async () => {
    const text = await outputOf()
    assert.match(text, /✔ Address: http:\/\/127\.0\.0\.1:\d+ leads here/)
    assert.match(text, /✔ Clock: 0 s off/)
    assert.match(text, /✔ Versions: Sen \d+\.\d+\.\d+, (embedded )?PostgreSQL \d+\.\d+[^\n]*, migrations up to \d{4}-/)
    assert.match(text, /! Backup: none is made\n {4}Set BACKUP_FOLDER/)
    assert.match(text, /! TLS: .* has no https\n/)
  })

  test('says how a webhook looks from here, what is known from outside, and when each channel was last heard of', async () => {
    const at = new Date('2026-01-02T03:04:00Z')
    await platform.db.asService(null, tx => sql`update channels set last_in_at = ${at}`.execute(tx))
    const text = await outputOf()
    assert.match(
      text,
      /✖ Zalo webhook: Another program accepts even invalid calls at this address \(200\)\. .* No event from/,
    )
    assert.match(
      text,
      /✔ Messenger “[^”]+”: last heard of a customer: 2026-01-02T03:04:00\.000Z; last checked: never\n/,
    )
    assert.doesNotMatch(text, /[{}]/)
  })

  test('hears that the address leads elsewhere and the clock is wrong, and ends with 1', async () => {
    keys = { keys: [{ kid: 'of another' }] }
    assert.match(
      await outputOf(),
      /✖ Address: .* leads to another program\n {4}Messenger, Zalo and visitors reach nobody/,
    )
    keys = { keys: 'none' }
    date = new Date(platform.clock.now().getTime() - 120_000)
    const text = await outputOf()
    assert.match(text, /^ended with 1/)
    assert.match(text, /✖ Address: .* leads to another program\n/)
    assert.match(text, /✖ Clock: 120 s off\n/)
  })

  test('sends one email where it is asked to, and refuses other words', async () => {
    assert.match(await outputOf('--mail', 'chu@shop.example'), /✔ Test email: written to the data folder/)
    for (const words of [['--mail'], ['now'], ['--mail', 'a@b.example', 'c']])
      assert.match(await outputOf(...words), /npm run sen -- doctor/)
  })
})
