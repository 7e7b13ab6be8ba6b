// Any program can forge a shop's origin, and sessions are free: strangers' use of a shop's limits is bounded.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { days, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'
import { makeWidget, shopOrigin } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a shop that forged pages write to', { timeout: 240_000 }, () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let shop: TestWorkspace
  let widget: string
  before(async () => {
    platform = await testPlatform({ settings: { HUMAN_CHECK: 'auto' } })
    app = await testApp(platform)
    shop = await makeWorkspace(platform)
    widget = (await makeWidget(platform, shop)).account_id
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  type Call = { body: object; bearer?: string; headers?: Record<string, string>; proof?: string }
  async function post(path: string, from: string, { body, bearer, headers, proof }: Call) {
    const answer = await app.inject({
      method: 'POST',
      url: `/widget/v1/${path}`,
      remoteAddress: from,
      headers: {
        ...headers,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(proof && { 'x-human-check': proof }),
      },
      payload: body,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  async function session(from: string, proof?: string) {
    const { body } = await post('ticket', from, { body: { widget }, headers: { origin: shopOrigin } })
    return post('sessions', from, { body: { widget, ticket: body.ticket, locale: 'vi' }, ...(proof && { proof }) })
  }
  const tokenOf = async (from: string) => String((await session(from)).body.visitor_token)
  const sendFrom = (from: string, bearer: string, proof = '') =>
    post('messages', from, { bearer, body: { client_id: newId(), text: 'hết hàng chưa shop' }, proof })
  async function proveHuman(): Promise<string> {
    const work = (await app.inject({ url: '/widget/v1/human-check' })).json() as Work
    return `pow:${work.challenge}:${await solveWork(work, async () => {})}`
  }
  async function sendPicture(from: string, bearer: string) {
    const form = new FormData()
    form.append('client_id', newId())
    form.append('file', new File([picture], 'anh.png', { type: 'image/png' }))
    const request = new Request('http://x', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return post('files', from, { bearer, headers, body: Buffer.from(await request.arrayBuffer()) })
  }
  const notifiedOf = async () =>
    (
      await platform.db.asService(null, tx =>
        sql<{ data: { what: string } }>`select data from notifications where workspace_id = ${shop.workspaceId}
          and data ->> 'what' = 'crowded'`.execute(tx),
      )
    ).rows.length
  async function settled(holds: () => Promise<boolean>) {
    while (!(await holds())) await new Promise(resolve => setImmediate(resolve))
  }

  for (const [name, from] of [
    ['an address', '203.0.113.7'],
    ['the machine itself, as behind a proxy that nobody named', '127.0.0.1'],
  ] as const)
    test(`eleven sessions of ${name} send a hundred messages in 134 seconds: few arrive`, async () => {
      const forged = await Promise.all(Array.from({ length: 11 }, () => tokenOf(from)))
      const taken = { 201: 0, 428: 0 } as Record<number, number>
      for (let at = 0; at < 100; at++) {
        const { status } = await sendFrom(from, forged[at % forged.length] ?? '')
        taken[status] = (taken[status] ?? 0) + 1
        platform.clock.advance(seconds(1.34))
      }
      assert.ok((taken[201] ?? 0) <= 26, JSON.stringify(taken))
      assert.equal((taken[201] ?? 0) + (taken[428] ?? 0), 100)
      assert.equal((await sendFrom('198.51.100.20', await tokenOf('198.51.100.20'))).status, 201)
    })

  test('the admins are told, once a day', async () => {
    await settled(async () => (await notifiedOf()) > 0)
    assert.equal(await notifiedOf(), 1)
    const from = '203.0.113.8'
    const flood = async () => {
      const bearer = await tokenOf(from)
      for (let at = 0; at < 60; at++) await sendFrom(from, bearer)
    }
    await flood()
    assert.equal(await notifiedOf(), 1)
    platform.clock.advance(days(1))
    await flood()
    await settled(async () => (await notifiedOf()) > 1)
    assert.equal(await notifiedOf(), 2)
  })

  test('who shows to be human goes on, each proof once, and not for ever from one address', async () => {
    const from = '203.0.113.9'
    const visitors = await Promise.all(Array.from({ length: 8 }, () => tokenOf(from)))
    const speak = (at: number, proof?: string) => sendFrom(from, visitors[at % visitors.length] ?? '', proof)
    for (let at = 0; at < 12; at++) assert.equal((await speak(at)).status, 201)
    const refused = await speak(12)
    assert.deepEqual([refused.status, refused.body.error.code], [428, 'widget.human_needed'])
    const proof = await proveHuman()
    assert.equal((await speak(13, proof)).status, 201)
    assert.equal((await speak(14, proof)).status, 428)
    const { kind, ...easy } = (await app.inject({ url: '/api/v1/human-check' })).json() as Work & { kind: string }
    assert.equal(kind, 'pow')
    assert.equal((await speak(15, `pow:${easy.challenge}:${await solveWork(easy, async () => {})}`)).status, 428)
    let proven = 13
    for (let at = 16; proven < 41; at++) {
      const { status } = await speak(at, await proveHuman())
      if (status === 429) break
      assert.equal(status, 201)
      proven += 1
    }
    assert.equal(proven, 40)
  })

  test('many addresses at once: the shop as a whole has a calm time, and proofs after it', async () => {
    const addresses = Array.from({ length: 80 }, (_, at) => `198.51.100.${at + 30}`)
    const answers = await Promise.all(addresses.map(async from => (await sendFrom(from, await tokenOf(from))).status))
    assert.ok(answers.filter(status => status === 201).length <= 61)
    const late = '198.51.100.200'
    const bearer = await tokenOf(late)
    assert.equal((await sendFrom(late, bearer)).status, 428)
    assert.equal((await sendFrom(late, bearer, await proveHuman())).status, 201)
  })

  test('sessions, files and streams likewise', async t => {
    const from = '203.0.113.10'
    for (let at = 0; at < 20; at++) assert.equal((await session(from)).status, 200)
    assert.equal((await session(from)).body.error.code, 'widget.human_needed')
    assert.equal((await session(from, await proveHuman())).status, 200)
    platform.clock.advance(seconds(30))
    const opened = await Promise.all(Array.from({ length: 7 }, () => session(from)))
    assert.deepEqual(
      opened.map(({ status }) => status),
      Array(7).fill(200),
      JSON.stringify(opened),
    )
    const visitors = opened.map(({ body }) => String(body.visitor_token))
    for (const bearer of visitors.slice(0, 6)) assert.equal((await sendPicture(from, bearer)).status, 201)
    assert.equal((await sendPicture(from, visitors[6] ?? '')).body.error.code, 'widget.human_needed')

    const strict = await testPlatform({ settings: { HUMAN_CHECK: 'off', TRUSTED_PROXIES: '127.0.0.1' } })
    const streaming = await testApp(strict)
    const all = new AbortController()
    // fetch ends a line whose answer is garbage.
    const lines: Response[] = []
    t.after(async () => {
      all.abort()
      await streaming.close()
      await strict.close()
    })
    await streaming.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(streaming.server.address() as AddressInfo).port}/widget/v1`
    const other = (await makeWidget(strict, await makeWorkspace(strict))).account_id
    const follow = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const ask = async (path: string, body: object) => {
        const answer = await fetch(`${base}/${path}`, {
          method: 'POST',
          headers: { ...headers, origin: shopOrigin },
          body: JSON.stringify(body),
        })
        const given = (await answer.json()) as Record<string, string>
        assert.equal(answer.status, 200, `${path}: ${JSON.stringify(given)}`)
        return given
      }
      const { ticket } = await ask('ticket', { widget: other })
      const { visitor_token: token } = await ask('sessions', { widget: other, ticket })
      const line = await fetch(`${base}/events?after=0`, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
        signal: all.signal,
      })
      lines.push(line)
      return line.status
    }
    for (let at = 0; at < 100; at++) {
      assert.equal(await follow('203.0.113.11'), 200)
      strict.clock.advance(seconds(1))
    }
    assert.equal(await follow('203.0.113.11'), 503)
    assert.equal(await follow('203.0.113.12'), 200)
  })

  test('where Turnstile judges, the frame may load it, and nothing else of others', async t => {
    const keys = { TURNSTILE_SITE_KEY: '0x4AAAAAAAkey', TURNSTILE_SECRET_KEY: '0x4AAAAAAAsecret' }
    for (const [settings, sources] of [
      [keys, ["script-src 'self' https://challenges.cloudflare.com", 'frame-src https://challenges.cloudflare.com']],
      [{}, ["script-src 'self'"]],
    ] as const) {
      const other = await testPlatform({ settings: { HUMAN_CHECK: 'auto', ...settings } })
      const itsApp = await testApp(other)
      t.after(async () => {
        await itsApp.close()
        await other.close()
      })
      const id = (await makeWidget(other, await makeWorkspace(other))).account_id
      const query = { widget: id, origin: shopOrigin, locale: 'vi' }
      const policy = String(
        (await itsApp.inject({ url: '/widget/v1/frame', query })).headers['content-security-policy'],
      )
      const foreign = policy.split('; ').filter(part => /^(?:script|frame)-src/.test(part))
      assert.deepEqual(foreign, [...sources])
      assert.equal(
        (await itsApp.inject('/widget/v1/human-check')).json().kind,
        'TURNSTILE_SITE_KEY' in settings ? 'turnstile' : 'pow',
      )
    }
  })
})
