import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { minutes, seconds } from '#platform/clock.ts'
import type { SendOutcome } from '#features/channels/sending/sending.ts'
import { deliver } from '#tests/fixtures/scripted-kind.ts'
import { broadcastShop } from '#tests/fixtures/broadcast-shop.ts'
import { resumeBroadcast } from './change-state.ts'
import { countNow } from '../drafts/count-broadcast.ts'
import { pauseIfFailing } from './pause-if-failing.ts'

const refused = (): SendOutcome => ({ outcome: 'failed', class: 'permanent', code: 'facebook.refused' })
const arrived = (): SendOutcome => ({ outcome: 'sent', externalId: crypto.randomUUID() })

test('an admin who lets it go on has seen what failed until then: only what fails after that pauses it again', async t => {
  const { start, pass, kind, status, states, platform, workspace } = await broadcastShop(t, 'facebook', 45)
  const { admin } = workspace
  const half = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? refused : arrived))
  kind.outcomes.push(...half, ...Array.from({ length: 10 }, () => arrived))
  const id = await start({}, 0)
  const count = async (state: string) => (await states()).filter(one => one.startsWith(state)).length
  for (let turn = 0; turn < 60 && (await status(id))?.status === 'running'; turn++) await pass(seconds(1))
  assert.deepEqual([(await status(id))?.status, (await status(id))?.reason], ['paused', 'failures'])
  const before = await count('sent')
  kind.outcomes.length = 0
  await resumeBroadcast(platform, admin, { id })
  for (let turn = 0; turn < 20 && (await status(id))?.status === 'running'; turn++) await pass(minutes(1), seconds(5))
  assert.deepEqual([await status(id), await count('failed')], [{ status: 'done', reason: null, spent: 0 }, 10])
  assert.ok((await count('sent')) > before)
})

test('blocks and unfollows are refusals too', async t => {
  const { start, pass, hold, status, rows, write, platform, workspace, kind, channel } = await broadcastShop(
    t,
    'zalo',
    2,
  )
  const { workspaceId } = workspace
  const counters = async (id: string) =>
    (await rows(sql<{ counters: object }>`select counters from broadcasts where id = ${id}`))[0]?.counters
  const judge = (id: string) =>
    platform.db.asService(workspaceId, tx => pauseIfFailing(platform, tx, { workspaceId, id }))
  const gone = await start()
  await pass(seconds(6))
  const event = { kind: 'unfollow' as const, userId: 'u0', time: platform.clock.now() }
  await deliver(platform, kind, channel.accountId, [event])
  await platform.jobs.drain()
  await write('Chào shop nhé', 'u0')
  await platform.db.asService(workspaceId, tx => countNow(platform, tx, { workspaceId, id: gone }))
  assert.partialDeepStrictEqual(await counters(gone), { refused: 1, answered: 0, states: { sent: 2 } })

  await hold(minutes(600))
  await rows(sql`update broadcasts set status = 'running' where id = ${gone}`)
  for (const [blocked, expected] of [
    [10, 'running'],
    [11, 'paused'],
  ] as const) {
    const counted = { states: { sent: 200, failed: blocked }, reasons: { 'zalo.person_refuses': blocked }, refused: 0 }
    await rows(sql`update broadcasts set counters = ${JSON.stringify(counted)}::jsonb where id = ${gone}`)
    await judge(gone)
    assert.equal((await status(gone))?.status, expected, `${blocked} of 200`)
  }
  assert.equal((await status(gone))?.reason, 'refusals')
})
