import assert from 'node:assert/strict'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { after, hours, minutes } from '#platform/clock.ts'
import { testApp, testPlatform } from '#server/testing.ts'
import { loopbackCertificate } from '#tests/fixtures/loopback-certificate.ts'
import { connectScripted, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { hookFacts } from './hook-facts.ts'
import { probeHooks } from './probe-hooks.ts'

const word = 'the word of Meta'
const setUp = {
  FACEBOOK_APP_ID: '1',
  FACEBOOK_APP_SECRET: 's',
  FACEBOOK_VERIFY_TOKEN: word,
  ZALO_APP_ID: '2',
  ZALO_APP_SECRET: 'z',
}

/** A proxy in front of the program, which answers by itself as long as `answer` is set. */
async function open(t: TestContext, { secure = false, settings = {} }: { secure?: boolean; settings?: object } = {}) {
  const asked: string[] = []
  const handlers: { answer?: RequestListener; pass?: RequestListener } = {}
  const listen: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    ;(handlers.answer ?? handlers.pass)?.(request, response)
  }
  const server: Server = secure ? createTlsServer(loopbackCertificate, listen) : createServer(listen)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const publicUrl = secure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
  const platform = await testPlatform({ settings: { ...setUp, PUBLIC_URL: publicUrl, ...settings } })
  const app = await testApp(platform)
  await app.ready()
  handlers.pass = (request, response) => app.routing(request, response)
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await app.close()
    await platform.close()
  })
  return {
    platform,
    asked,
    handlers,
    server,
    faults: async () => (await probeHooks(platform.config)).map(({ kind, fault }) => `${kind} ${fault}`),
  }
}

function trust(t: TestContext, certificate: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  t.after(() => setDefaultCACertificates(before))
}

describe('webhooks, called as platforms call them', () => {
  test('that a stranger is refused is seen; over http the right word is never sent', async t => {
    const { platform, faults, asked } = await open(t)
    assert.deepEqual(await faults(), ['facebook no_https', 'zalo no_https'])
    assert.equal(asked.filter(line => line.startsWith('POST /hooks/')).length, 2)
    const words = asked.filter(line => line.startsWith('GET')).map(line => new URL(line.slice(4), 'http://x'))
    assert.equal(words.length, 1)
    assert.ok(words.every(url => url.searchParams.get('hub.verify_token') !== word))
    const rows = await platform.db.readAsService(sql`select 1 from private.hook_events`)
    assert.equal(rows.length, 0, 'a probe leaves nothing behind')
  })

  test('with a trusted certificate the right word is tried too, and one that is not taken is told', async t => {
    trust(t, loopbackCertificate.cert)
    const { faults, handlers, asked } = await open(t, { secure: true })
    assert.deepEqual(await faults(), ['facebook private', 'zalo private'])
    assert.ok(asked.some(line => line.includes(new URLSearchParams({ w: word }).toString().slice(2))))
    const pass = handlers.pass
    // Another installation refuses a stranger as ours does, and does not know our word.
    handlers.answer = (request, response) => {
      if (request.method === 'GET') response.writeHead(403).end()
      else pass?.(request, response)
    }
    assert.deepEqual(await faults(), ['facebook token', 'zalo private'])
    const unset = await open(t, { secure: true, settings: { FACEBOOK_VERIFY_TOKEN: '' } })
    assert.deepEqual(await unset.faults(), ['facebook no_token', 'zalo private'])
  })

  test('a certificate that nobody trusts is told, and nothing is sent there', async t => {
    const { faults, asked } = await open(t, { secure: true })
    assert.deepEqual(await faults(), ['facebook certificate', 'zalo certificate'])
    assert.deepEqual(asked, [])
  })

  test('what stands in front is told apart: a redirect, a sign-in, another path, another program, one that is down', async t => {
    const { platform, faults, handlers, asked, server } = await open(t)
    const answers: [string, RequestListener][] = [
      ['redirect', (_, response) => response.writeHead(301, { location: 'https://www.shop.example/in?token=x' }).end()],
      ['login', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')],
      ['login', (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic' }).end()],
      ['login', (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Are you human?')],
      ['missing', (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('nginx')],
      ['status', (_, response) => response.writeHead(502, { 'content-type': 'text/plain' }).end('bad gateway')],
      ['open', (_, response) => response.end('ok')],
    ]
    for (const [fault, answer] of answers) {
      handlers.answer = answer
      assert.deepEqual(await faults(), [`facebook ${fault}`, `zalo ${fault}`])
    }
    handlers.answer = answers[0]?.[1] as RequestListener
    const [probe] = await probeHooks(platform.config)
    assert.equal(probe?.seen, '301 → https://www.shop.example')
    assert.ok(
      asked.every(line => !line.includes(word.replaceAll(' ', '+'))),
      'who is not us is not told our word',
    )
    server.close()
    server.closeAllConnections()
    assert.deepEqual(await faults(), ['facebook closed', 'zalo closed'])
  })

  test('a program that says yes to every greeting is none of ours', async t => {
    const { faults, handlers } = await open(t)
    const { pass } = handlers
    handlers.answer = (request, response) => {
      if (request.method === 'POST') pass?.(request, response)
      else response.end(new URL(request.url ?? '', 'http://x').searchParams.get('hub.challenge'))
    }
    assert.deepEqual(await faults(), ['facebook open', 'zalo no_https'])
  })

  test('an answer without end is read no further than its beginning, and a name that is not there is told', async t => {
    const { faults, handlers } = await open(t)
    handlers.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const flow = (): void => void (response.writable && response.write('x'.repeat(4096), flow))
      flow()
    }
    assert.deepEqual(await faults(), ['facebook open', 'zalo open'])
    const named = await open(t, { settings: { PUBLIC_URL: 'https://nobody.invalid' } })
    assert.deepEqual(await named.faults(), ['facebook dns', 'zalo dns'])
    const none = await open(t, { settings: { FACEBOOK_APP_ID: '', FACEBOOK_APP_SECRET: '', ZALO_APP_ID: '' } })
    assert.deepEqual([await none.faults(), none.asked], [[], []])
  })
})

test('a name that nobody answers for is waited for no longer than an address', async t => {
  const { lookup } = dns
  t.after(() => {
    dns.lookup = lookup
    syncBuiltinESMExports()
  })
  dns.lookup = (() => new Promise(() => {})) as unknown as typeof lookup
  syncBuiltinESMExports()
  const platform = await testPlatform({ settings: { ...setUp, PUBLIC_URL: 'https://shop.example' } })
  t.after(() => platform.close())
  const probes = await probeHooks(platform.config, 20)
  assert.deepEqual(
    probes.map(({ fault, seen }) => [fault, seen]),
    [
      ['dns', 'ETIMEDOUT'],
      ['dns', 'ETIMEDOUT'],
    ],
  )
})

test('the desk asks once in two minutes; a platform that got through lately is believed over what is seen from here', async t => {
  const { platform, asked, handlers, server } = await open(t)
  const workspace = await makeWorkspace(platform)
  const channel = await connectScripted(platform, workspace, scriptedKind())
  const states = async () =>
    (await hookFacts(platform)).map(({ text, state, hook, at }) => [text, state, hook?.fault, at])
  const seen = [
    ['facebook', 'look', 'no_https', null],
    ['zalo', 'look', 'no_https', null],
  ]
  const unseen = [
    ['facebook', 'look', undefined, null],
    ['zalo', 'look', undefined, null],
  ]
  const pending: (() => void)[] = []
  handlers.answer = (request, response) => pending.push(() => handlers.pass?.(request, response))
  assert.deepEqual(await states(), unseen, 'the desk does not wait for what does not answer')
  delete handlers.answer
  for (const go of pending.splice(0)) go()
  await hookFacts(platform, true)
  const calls = asked.length
  assert.deepEqual(await states(), seen)
  assert.equal(asked.length, calls)
  handlers.answer = (request, response) => pending.push(() => handlers.pass?.(request, response))
  platform.clock.advance(minutes(2))
  assert.deepEqual(await states(), seen, 'what was seen last, while it is asked anew')
  assert.ok(asked.length > calls)
  platform.clock.advance(minutes(8))
  assert.deepEqual(await states(), unseen, 'but nothing that is long past')
  server.close()
  server.closeAllConnections()
  await hookFacts(platform, true)
  assert.deepEqual((await states())[0]?.slice(0, 3), ['facebook', 'bad', 'closed'])
  const arrivedAt = after(platform.clock.now(), -hours(1))
  await platform.db.asService(workspace.workspaceId, tx =>
    sql`update channels set last_in_at = ${arrivedAt} where id = ${channel.id}`.execute(tx),
  )
  assert.deepEqual(await states(), [
    ['facebook', 'look', 'closed', arrivedAt.toISOString()],
    ['zalo', 'bad', 'closed', null],
  ])
})
