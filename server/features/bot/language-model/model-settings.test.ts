import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { type ModelSimulator, startModelSimulator } from '#tests/drivers/model-driver.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { teach } from '#tests/fixtures/teach.ts'

const secretKey = 'sk-very-secret-7f3a'

describe('a workspace’s own model', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let simulator: ModelSimulator
  let owner: Owner
  before(async () => {
    simulator = await startModelSimulator()
    platform = await testPlatform({ settings: { CRAWL_ALLOWED_HOSTS: new URL(simulator.address).host } })
    app = await testApp(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
    await simulator.close()
  })
  beforeEach(async () => {
    Object.assign(simulator, { fault: undefined, calls: [] })
    owner = await makeOwner(platform)
  })

  const own = (more: Record<string, unknown> = {}) => ({
    kind: 'openai-compatible',
    base_url: `${simulator.address}/v1`,
    model: 'shop-model',
    key: secretKey,
    ...more,
  })
  async function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object, who = owner) {
    const url = `/api/v1/bot/${path}`
    const response = await app.inject({ method, url, headers: who.headers, ...(payload ? { payload } : {}) })
    return { status: response.statusCode, body: response.json() as Record<string, unknown>, text: response.body }
  }
  const audit = async () =>
    (
      await platform.db.asService(owner.workspaceId, tx =>
        sql<{ actor: string; meta: Record<string, string> }>`select actor, meta from audit_log
          where workspace_id = ${owner.workspaceId} and action = 'bot.model-changed' order by at, id`.execute(tx),
      )
    ).rows

  test('an admin chooses it; the key is kept locked and shown by its last four letters only', async () => {
    const saved = await call('PUT', 'model', own())
    assert.deepEqual(saved.body, {
      kind: 'openai-compatible',
      base_url: `${simulator.address}/v1`,
      model: 'shop-model',
      key_end: '7f3a',
      source: 'workspace',
    })
    const shown = await call('GET', 'model')
    assert.deepEqual(shown.body, saved.body)
    assert.ok(!shown.text.includes(secretKey))
    const { rows } = await platform.db.asService(owner.workspaceId, tx =>
      sql<{
        all: string
      }>`select (select json_agg(s) from private.secrets s where workspace_id = ${owner.workspaceId})::text
        || (select json_agg(c) from private.model_choices c where workspace_id = ${owner.workspaceId})::text
        || (select json_agg(a) from audit_log a where workspace_id = ${owner.workspaceId})::text as all`.execute(tx),
    )
    assert.ok(rows[0]?.all.includes('7f3a') && !rows[0].all.includes(secretKey))
    assert.deepEqual(
      (await audit()).map(({ actor, meta }) => [actor, meta['kind'], meta['key']]),
      [[owner.personId, 'openai-compatible', 'new']],
    )
  })

  test('it writes the answers from then on, with that key, until it is given up', async () => {
    await teach(platform, owner.workspaceId, 'Phí', 'Phí ship nội thành: 20.000đ. Phí ship các tỉnh khác: 32.000đ.')
    const asked = async () => {
      await call('POST', 'ask', { text: 'phí ship nội thành bao nhiêu' })
      return simulator.calls.length
    }
    assert.equal(await asked(), 0)
    await call('PUT', 'model', own())
    assert.equal(await asked(), 1)
    assert.equal(simulator.calls[0]?.headers['authorization'], `Bearer ${secretKey}`)
    assert.equal((await call('DELETE', 'model')).body['source'], 'installation')
    assert.equal(await asked(), 1)
    const { rows } = await platform.db.asService(owner.workspaceId, tx =>
      sql`select from private.secrets where workspace_id = ${owner.workspaceId}`.execute(tx),
    )
    assert.equal(rows.length, 0)
  })

  test('a key stays where it was entered for', async () => {
    await call('PUT', 'model', own())
    const renamed = await call('PUT', 'model', own({ key: undefined, model: 'other-model' }))
    assert.deepEqual([renamed.status, renamed.body['key_end']], [200, '7f3a'])
    const { body: tested } = await call('POST', 'model/test', {
      settings: own({ key: undefined, base_url: `${simulator.address}/other/v1` }),
    })
    assert.equal(tested['ok'], true)
    assert.equal(simulator.calls.at(-1)?.headers['authorization'], undefined)
    const moved = await call('PUT', 'model', own({ key: undefined, base_url: `${simulator.address}/other/v1` }))
    assert.equal(moved.body['key_end'], null)
    const needed = await call('PUT', 'model', { kind: 'anthropic', model: 'm' })
    assert.deepEqual([needed.status, (needed.body['error'] as { code: string }).code], [400, 'bot.model_key_needed'])
  })

  test('members neither see nor choose it', async () => {
    const member = await makeMember(platform, owner)
    for (const [method, path] of [
      ['GET', 'model'],
      ['PUT', 'model'],
      ['DELETE', 'model'],
      ['POST', 'model/test'],
    ] as const)
      assert.equal(
        (await call(method, path, method === 'GET' || method === 'DELETE' ? undefined : own(), member)).status,
        403,
      )
    assert.equal((await audit()).length, 0)
  })

  test('addresses in our own network, without encryption or with a name in them are refused', async () => {
    for (const base_url of [
      'http://127.0.0.1:9/v1',
      'https://169.254.169.254/latest',
      'https://[::1]/v1',
      'http://api.example.com/v1',
      'https://user:word@api.example.com/v1',
      'https://api.example.com:8443/v1',
    ]) {
      for (const path of ['model', 'model/test']) {
        const settings = own({ base_url })
        const refused = await (path === 'model' ? call('PUT', path, settings) : call('POST', path, { settings }))
        assert.deepEqual(
          [refused.status, (refused.body['error'] as { code: string }).code],
          [400, 'bot.model_address_refused'],
          base_url,
        )
        platform.clock.advance(120_000)
      }
    }
    for (const wrong of [
      own({ kind: 'other' }),
      own({ model: '' }),
      own({ key: 'a\nb' }),
      own({ base_url: 'file:///etc' }),
    ])
      assert.equal((await call('PUT', 'model', wrong)).status, 400)
  })

  test('a test of the connection tells what is wrong, and nothing of what was said', async () => {
    await call('PUT', 'model', own())
    const tried = async () => {
      platform.clock.advance(120_000)
      const { body, text } = await call('POST', 'model/test', {})
      assert.ok(!text.includes('Invalid key') && !text.includes(secretKey))
      return [body['ok'], body['why']]
    }
    assert.deepEqual(await tried(), [true, null])
    simulator.fault = '401'
    assert.deepEqual(await tried(), [false, 'status 401'])
    simulator.fault = 'cut stream'
    assert.deepEqual(await tried(), [false, 'cut'])
  })

  test('tests of the connection are limited', async () => {
    await call('PUT', 'model', own())
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push((await call('POST', 'model/test', {})).status)
    assert.deepEqual([statuses[0], statuses[6]], [200, 429])
  })

  test('the model that tells what passages mean is chosen apart, with a key of its own', async () => {
    await call('PUT', 'model', own())
    const saved = await call('PUT', 'search-model', own({ model: 'vectors', key: 'sk-other-9b2c' }))
    assert.deepEqual([saved.body['model'], saved.body['key_end']], ['vectors', '9b2c'])
    assert.equal((await call('GET', 'model')).body['model'], 'shop-model')
    assert.equal((await call('PUT', 'search-model', own({ kind: 'anthropic' }))).status, 400)
    await teach(platform, owner.workspaceId, 'Phí', 'Phí ship nội thành: 20.000đ.')
    platform.clock.advance(5_000)
    await platform.jobs.drain()
    const { rows } = await platform.db.asService(owner.workspaceId, tx =>
      sql`select from private.passage_vectors where workspace_id = ${owner.workspaceId}`.execute(tx),
    )
    assert.equal(rows.length, 1)
    platform.clock.advance(120_000)
    assert.equal((await call('POST', 'search-model/test', {})).body['ok'], true)
    simulator.vectorFault = '401'
    assert.equal((await call('POST', 'search-model/test', {})).body['why'], 'status 401')
    simulator.vectorFault = undefined
    await call('DELETE', 'search-model')
    assert.equal((await call('GET', 'search-model')).body['kind'], 'embedded')
    assert.equal((await call('GET', 'model')).body['key_end'], '7f3a')
    assert.deepEqual(
      (await audit()).map(({ meta }) => meta['purpose']),
      [undefined, 'search', 'search'],
    )
    const member = await makeMember(platform, owner)
    assert.equal((await call('GET', 'search-model', undefined, member)).status, 403)
  })
})
