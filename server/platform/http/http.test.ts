import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { hours } from '../clock.ts'
import { failure } from '../errors.ts'
import { type Feature, routesOf } from '../feature.ts'
import { makeHttp } from './http.ts'

const route = routesOf({
  'POST /api/v1/things': {
    summary: 'Makes a thing.',
    body: z.object({ name: z.string() }),
    result: z.object({ name: z.string(), number: z.number() }),
  },
  'GET /api/v1/broken': { summary: 'Tests.', result: z.never() },
  'GET /api/v1/busy': { summary: 'Tests.', result: z.never() },
})

describe('an action over HTTP', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let made = 0
  const feature: Feature = {
    name: 'things',
    routes: [
      route('POST /api/v1/things', { who: 'person', status: 201 }, async (_platform, _caller, { name }) => {
        made++
        await new Promise(resolve => setImmediate(resolve))
        return { name, number: made }
      }),
      route('GET /api/v1/broken', { who: 'anyone' }, async () => {
        throw new Error('the password is 1234')
      }),
      route('GET /api/v1/busy', { who: 'anyone' }, async () => {
        throw failure('request.too_many', {}, 7)
      }),
    ],
  }
  before(async () => {
    platform = await testPlatform()
    app = await makeHttp(platform, [feature], async (_platform, request) => {
      if (request.headers.authorization !== 'Bearer good') throw failure('auth.sign_in_needed')
      return {
        personId: 'p',
        email: '',
        workspaceId: '',
        role: 'member',
        claims: { role: 'authenticated' },
        language: 'vi',
      }
    })
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const make = (body: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/things',
      headers: { authorization: 'Bearer good', 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    })

  test('needs a signed-in person, and says so in the reader’s language', async () => {
    const vi = await make({ name: 'a' }, { authorization: 'Bearer bad' })
    const en = await make({ name: 'a' }, { authorization: 'Bearer bad', 'accept-language': 'en-GB,vi;q=0.5' })
    assert.deepEqual(
      [vi.statusCode, vi.json().error.code, vi.json().error.message],
      [401, 'auth.sign_in_needed', 'Bạn cần đăng nhập để tiếp tục.'],
    )
    assert.equal(en.json().error.message, 'Please sign in to continue.')
  })

  test('names the fields that are wrong', async () => {
    const answer = await make({ name: 5 })
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json().error.details.fields[0].path, 'name')
  })

  test('tells nothing of an unexpected error but its number in the log', async () => {
    const answer = await app.inject({ url: '/api/v1/broken' })
    assert.equal(answer.statusCode, 500)
    assert.ok(!answer.body.includes('1234'))
    assert.equal(answer.json().error.details.request_id, answer.headers['x-request-id'])
  })

  test('says how long to wait when it is too much', async () => {
    const answer = await app.inject({ url: '/api/v1/busy' })
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '7'])
  })

  test('runs once for one idempotency key: again gives the first result, another body is refused', async () => {
    const key = { 'idempotency-key': 'k1' }
    const before = made
    const first = await make({ name: 'a' }, key)
    const again = await make({ name: 'a' }, key)
    assert.deepEqual([first.statusCode, again.statusCode, again.json()], [201, 201, first.json()])
    assert.equal(made, before + 1)
    assert.equal((await make({ name: 'b' }, key)).json().error.code, 'request.conflict')
    platform.clock.advance(hours(48))
    assert.deepEqual((await make({ name: 'a' }, key)).json(), first.json())
    assert.equal(made, before + 1)
    platform.clock.advance(1)
    await make({ name: 'a' }, key)
    assert.equal(made, before + 2, 'a key is kept for two days')
    const both = await Promise.all([
      make({ name: 'c' }, { 'idempotency-key': 'k2' }),
      make({ name: 'c' }, { 'idempotency-key': 'k2' }),
    ])
    assert.equal(made, before + 3)
    assert.match(
      both
        .map(answer => `${answer.statusCode}`)
        .sort()
        .join(),
      /^201,(201|409)$/,
    )
  })

  test('answers trouble as one shape that no browser takes for a page, also for an address that cannot be read', async () => {
    for (const url of ['/api/v1/%E0%A4%A', '/api/v1/things']) {
      const answer = await app.inject({ method: 'POST', url, payload: {} })
      assert.ok(answer.json().error.message)
      assert.equal(answer.headers['content-security-policy'], "default-src 'none'; sandbox")
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
  })

  test('refuses bodies that are compressed, too large, or not JSON', async () => {
    assert.equal((await make({ name: 'a' }, { 'content-encoding': 'gzip' })).statusCode, 415)
    assert.equal((await make({ name: 'x'.repeat(1_100_000) })).json().error.code, 'request.too_large')
    assert.equal((await make({ name: 'a' }, { 'content-type': 'application/xml' })).statusCode, 415)
    const broken = await app.inject({
      method: 'POST',
      url: '/api/v1/things',
      headers: { authorization: 'Bearer good', 'content-type': 'application/json' },
      payload: '{"name":',
    })
    assert.deepEqual([broken.statusCode, broken.json().error.code], [400, 'request.invalid'])
  })
})
