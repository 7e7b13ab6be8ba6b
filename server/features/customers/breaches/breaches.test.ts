import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { hours, minutes } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

describe('a breach of personal data', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })
  const send = (method: 'POST' | 'PATCH', path: string, payload: object, who = admin) =>
    app.inject({ method, url: `/api/v1/breaches${path}`, headers: who.headers, payload })

  test('is recorded by an admin, its steps ticked with who and when, once, and all of it logged', async () => {
    const what = 'Lộ danh sách khách qua máy mất cắp'
    assert.equal((await send('POST', '', { what }, await makeMember(platform, admin))).statusCode, 403)
    const recorded = await send('POST', '', { what, hours_ago: 5 })
    assert.equal(recorded.statusCode, 201, recorded.body)
    const { id } = recorded.json()
    const noticed = new Date(platform.clock.now().getTime() - hours(5))
    const first = platform.clock.now().toISOString()
    assert.equal((await send('PATCH', `/${id}`, { step: 'contain', done: true })).statusCode, 200)
    platform.clock.advance(minutes(5))
    await send('PATCH', `/${id}`, { step: 'contain', done: true })
    await send('PATCH', `/${id}`, { step: 'assess', done: true })
    await send('PATCH', `/${id}`, { step: 'assess', done: false })
    assert.equal((await send('PATCH', `/${id}`, { step: 'sleep', done: true })).statusCode, 400)
    assert.equal(
      (await send('PATCH', `/${id}`, { step: 'contain', done: true }, await makeOwner(platform))).statusCode,
      404,
    )
    const rows = (statement: ReturnType<typeof sql>) =>
      platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
    assert.deepEqual(await rows(sql`select what, noticed_at, steps from breaches where id = ${id}`), [
      { what, noticed_at: noticed, steps: { contain: { by: admin.personId, at: first } } },
    ])
    const logged = await rows(sql`select action from audit_log where target = ${id} order by at, id`)
    assert.deepEqual(logged, [{ action: 'breach.recorded' }, ...[1, 2, 3].map(() => ({ action: 'breach.step' }))])
  })
})
