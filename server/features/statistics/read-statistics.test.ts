import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { newId } from '#platform/ids.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import type { readStatistics } from './read-statistics.ts'
import { daysIn } from '#shared/rules/time/calendar-days.ts'
import { rangeBefore, stepsOf } from './steps.ts'

type Read = Awaited<ReturnType<typeof readStatistics>>

describe('GET /api/v1/statistics', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  const channels: string[] = []

  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    for (const name of ['gom.vn', 'tra.vn']) channels.push(await openChannel(name))
    await count(channels[0], '2026-11-09T16:00Z', { received: 3, answered: 2, settled: 2, resolved: 1 })
    await count(channels[0], '2026-11-09T17:00Z', {
      received: 5,
      answered: 4,
      replied: 1,
      settled: 4,
      resolved: 3,
      opened: 2,
    })
    await count(channels[1], '2026-11-11T02:00Z', { received: 1, replied: 2, negative: 1 })
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function openChannel(name: string): Promise<string> {
    const id = newId()
    await platform.db.asService(admin.workspaceId, tx =>
      sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${id}, ${admin.workspaceId}, 'website', ${`wgt_${id}`}, ${name}, 'connected', ${platform.clock.now()})`.execute(
        tx,
      ),
    )
    return id
  }

  async function count(channel: string | undefined, hour: string, counts: Record<string, number>): Promise<void> {
    const names = sql.join(Object.keys(counts).map(name => sql.ref(name)))
    const values = sql.join(Object.values(counts))
    await platform.db.asService(admin.workspaceId, tx =>
      sql`insert into private.statistics_hourly (workspace_id, hour, channel_id, part, response_ms, responses, response_spread, ${names})
        values (${admin.workspaceId}, ${hour}, ${channel}, 1, 9000, 3, '{0,0,2,0,0,1}', ${values}), (${admin.workspaceId}, ${hour}, ${channel}, 2, 0, 0, '{}', ${sql.join(Object.keys(counts).map(() => 0))})`.execute(
        tx,
      ),
    )
  }

  async function ask(who: Owner | undefined, query: string): Promise<{ status: number; body: Read }> {
    const url = `/api/v1/statistics?${query}`
    const response = await app.inject(who ? { url, headers: who.headers } : { url })
    return { status: response.statusCode, body: response.json<Read>() }
  }

  test('counts days as the workspace’s clocks do, beside as many days before', async () => {
    const { status, body } = await ask(member, 'from=2026-11-10&to=2026-11-11')
    assert.equal(status, 200)
    assert.deepEqual(body.previous, { from: '2026-11-08', to: '2026-11-09' })
    assert.equal(body.figures.total, 7)
    assert.equal(body.figures.resolution, 0.75)
    assert.equal(body.figures.opened, 2)
    assert.equal(body.figures.sentiment.negative, 1)
    assert.equal(body.figures.response_average_ms, 3000)
    assert.equal(body.before.total, 2)
    assert.equal(body.before.resolution, 0.5)
    assert.deepEqual(
      body.steps.map(step => [step.from, step.total, step.before.total, step.channels]),
      [
        ['2026-11-10', 5, 0, { [channels[0]!]: 5 }],
        ['2026-11-11', 2, 2, { [channels[1]!]: 2 }],
      ],
    )
    assert.equal(body.activity[1]?.[0], 10)
    assert.equal(body.activity[2]?.[9], 3)
    assert.equal(
      body.activity.flat().reduce((all, one) => all + one),
      13,
    )
    assert.deepEqual(
      body.channels.slice(1).map(channel => [channel.name, channel.responses]),
      [
        ['gom.vn', 5],
        ['tra.vn', 2],
      ],
    )
  })

  test('one channel alone, in weeks and months', async () => {
    const { body } = await ask(admin, `from=2026-10-30&to=2026-11-12&granularity=week&channel=${channels[1]}`)
    assert.deepEqual(
      body.steps.map(step => [step.from, step.to, step.total]),
      [
        ['2026-10-30', '2026-11-01', 0],
        ['2026-11-02', '2026-11-08', 0],
        ['2026-11-09', '2026-11-12', 2],
      ],
    )
    assert.equal(
      body.activity.flat().reduce((all, one) => all + one),
      3,
    )
    const months = await ask(admin, 'from=2026-10-30&to=2026-11-12&granularity=month')
    assert.deepEqual(
      months.body.steps.map(step => [step.from, step.to, step.total]),
      [
        ['2026-10-30', '2026-10-31', 0],
        ['2026-11-01', '2026-11-12', 9],
      ],
    )
  })

  test('is for members, of their own workspace, for ranges that can be read', async () => {
    assert.equal((await ask(undefined, '')).status, 401)
    assert.equal((await ask(stranger, 'from=2026-11-10&to=2026-11-11')).body.figures.total, 0)
    assert.equal((await ask(stranger, `from=2026-11-10&to=2026-11-11&channel=${channels[0]}`)).body.figures.total, 0)
    for (const wrong of [
      'from=2026-11-12&to=2026-11-10',
      'from=2020-01-01&to=2026-01-01',
      'from=2025-01-01&to=2026-02-05',
      'from=gestern',
      'granularity=hour',
    ])
      assert.equal((await ask(admin, wrong)).status, 400, wrong)
    assert.equal((await ask(admin, 'from=2025-01-01&to=2026-02-04')).status, 200)
  })

  test('tells what was asked and left open, of those days alone', async () => {
    const shop = await makeOwner(platform)
    await fillWorkspace(platform, shop)
    const { body } = await ask(shop, '')
    assert.equal(body.unanswered.length, 1)
    assert.equal(body.unanswered[0]?.count, 1)
    assert.deepEqual((await ask(shop, 'from=2020-01-01&to=2020-01-31')).body.unanswered, [])
  })

  test('a channel that is disconnected is named where it replied, and nowhere else', async () => {
    await platform.db.asService(admin.workspaceId, tx =>
      sql`update channels set status = 'disconnected' where id = ${channels[1]}`.execute(tx),
    )
    const named = async (query: string) => (await ask(admin, query)).body.channels.map(({ id }) => id).slice(1)
    assert.deepEqual(await named('from=2026-11-10&to=2026-11-11'), channels)
    assert.deepEqual(await named('from=2026-11-12&to=2026-11-12'), [channels[0]])
  })

  test('without a range it is the last seven days', async () => {
    const { body } = await ask(admin, '')
    assert.equal(body.to, body.today)
    assert.equal(daysIn(body), 7)
  })
})

test('steps cover a range without gaps', () => {
  for (const granularity of ['day', 'week', 'month'] as const) {
    const range = { from: '2024-01-17', to: '2025-03-02' }
    const steps = stepsOf(range, granularity)
    assert.equal(
      steps.reduce((all, step) => all + daysIn(step), 0),
      daysIn(range),
    )
    assert.equal(steps.at(-1)?.to, range.to)
  }
  assert.deepEqual(rangeBefore({ from: '2024-03-01', to: '2024-03-02' }), { from: '2024-02-28', to: '2024-02-29' })
})
