// An intruder leaves a trace that they cannot remove, and a leaked secret can be replaced.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { openChat } from '#tests/fixtures/visitor.ts'

type Secret = { secret: string; turned_at: string | null; old_until: string | null }
type Website = { id: string; account_id: string }

describe('the audit log', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let owner: Owner
  let website: Website
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    owner = await makeOwner(platform)
    await platform.db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
    website = (await call<Website>('POST /channels/websites', { domains: ['shop.example'] })).body
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function call<T = Record<string, unknown>>(address: string, body?: object, who = owner) {
    const [method, path] = address.split(' ') as ['GET', string]
    const { session_id, email } = JSON.parse(
      Buffer.from(who.headers.authorization.split('.')[1] ?? '', 'base64url').toString(),
    ) as { session_id: string; email: string }
    const claims = { role: 'authenticated', sub: who.personId, session_id, email, aal: 'aal1' } as const
    const { token } = await platform.tokens.signAccess(claims)
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
      ...(body && { payload: body }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return { status: response.statusCode, text: response.body, body: (isJson ? response.json() : {}) as T }
  }

  const lines = async () =>
    (
      await platform.db.asService(null, tx =>
        sql<{ id: string; action: string; actor: string }>`select id, action, actor from audit_log
          where workspace_id = ${owner.workspaceId} order by at, id`.execute(tx),
      )
    ).rows

  test('knows who read, took along, connected, disconnected and erased', async () => {
    const before = new Set((await lines()).map(({ id }) => id))
    assert.equal((await call(`GET /channels/${website.id}/identity-secret`)).status, 200)
    assert.equal(
      (await call(`PUT /channels/${website.id}/domains`, { domains: ['shop.example', 'b.example'] })).status,
      200,
    )
    const pair = await call<{ id: string }>('POST /sources/pairs', {
      question: 'Ship bao lâu?',
      answer: 'Ship 2 ngày.',
    })
    await platform.jobs.drain()
    assert.equal((await call('GET /sources/pairs/export')).status, 200)
    assert.equal((await call(`DELETE /sources/${pair.body.id}?erase=true`)).status, 200)
    assert.equal((await call('POST /account/export')).status, 202)
    await platform.jobs.drain()
    assert.equal((await call('GET /account/export/file')).status, 200)
    const other = await call<Website>('POST /channels/websites', { domains: [] })
    assert.equal((await call(`POST /channels/${other.body.id}/disconnect`)).status, 200)
    assert.equal((await call('GET /audit-log/export')).status, 200)
    const logged = (await lines()).filter(({ id }) => !before.has(id))
    assert.deepEqual(logged.map(({ action }) => action).sort(), [
      'audit-log.exported',
      'channel.connected',
      'channel.disconnected',
      'channel.domains-changed',
      'identity-secret.read',
      'pairs.exported',
      'person.export-asked',
      'person.export-taken',
      'source.erased',
    ])
    assert.ok(logged.every(({ actor }) => actor === owner.personId))
  })

  test('is a file for the shop’s admins alone, in which nothing is a formula', async () => {
    const member = await makeMember(platform, owner)
    assert.equal((await call('GET /audit-log/export', undefined, member)).status, 403)
    const stranger = await makeOwner(platform)
    const theirs = await call('GET /audit-log/export', undefined, stranger)
    assert.ok(!theirs.text.includes('channel.connected'))

    await platform.db.asService(null, tx =>
      sql`update members set name = '=HYPERLINK("https://evil.example","x")' where person_id = ${owner.personId}`.execute(
        tx,
      ),
    )
    const { text } = await call('GET /audit-log/export')
    const [head, ...rest] = text.split('\r\n')
    assert.match(head ?? '', /^\uFEFF"Time","Who","Action","Code","Target","Details","Network address"$/)
    assert.match(
      rest.join('\n'),
      /,"'=HYPERLINK\(""https:\/\/evil\.example"",""x""\)","Downloaded this log","audit-log\.exported",/,
    )
  })

  test('a secret that got out is turned: the old one counts for a day, or not at all', async () => {
    const visitor = async (secret: string, sub: string) => {
      const chat = await openChat(app, website.account_id)
      const identity = await new SignJWT({ sub })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(Math.floor(platform.clock.now().getTime() / 1000) + 600)
        .sign(new TextEncoder().encode(secret))
      const sent = await app.inject({
        method: 'POST',
        url: '/widget/v1/messages',
        headers: { authorization: `Bearer ${chat.token}` },
        payload: { client_id: newId(), text: 'chào', identity },
      })
      assert.equal(sent.statusCode, 201)
      const { rows } = await platform.db.asService(null, tx =>
        sql`select 1 from contacts where fields ->> 'user_id' = ${sub}`.execute(tx),
      )
      return rows.length === 1
    }
    const path = `/channels/${website.id}/identity-secret`
    const first = (await call<Secret>(`GET ${path}`)).body
    assert.deepEqual([first.turned_at, first.old_until], [null, null])
    const second = (await call<Secret>(`POST ${path}/turn`)).body
    assert.notEqual(second.secret, first.secret)
    assert.equal(second.old_until, new Date(platform.clock.now().getTime() + hours(24)).toISOString())
    assert.deepEqual([await visitor(first.secret, 'a1'), await visitor(second.secret, 'a2')], [true, true])

    platform.clock.advance(hours(24))
    assert.deepEqual([await visitor(first.secret, 'b1'), await visitor(second.secret, 'b2')], [false, true])
    assert.equal((await call<Secret>(`GET ${path}`)).body.old_until, null)

    const third = (await call<Secret>(`POST ${path}/turn`, { at_once: true })).body
    assert.equal(third.old_until, null)
    assert.deepEqual([await visitor(second.secret, 'c1'), await visitor(third.secret, 'c2')], [false, true])

    const stranger = await makeOwner(platform)
    assert.equal((await call(`POST ${path}/turn`, {}, stranger)).status, 404)
    const member = await makeMember(platform, owner)
    assert.equal((await call(`POST ${path}/turn`, {}, member)).status, 403)
    assert.equal((await lines()).filter(({ action }) => action === 'identity-secret.turned').length, 2)
  })
})
