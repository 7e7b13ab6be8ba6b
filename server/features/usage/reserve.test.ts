import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { hasLeft, isEntitled } from './has-left.ts'
import { giveBack, reserve } from './reserve.ts'

describe('limits of the trial', () => {
  let platform: TestPlatform
  let workspaceId: string
  before(async () => {
    platform = await testPlatform()
    workspaceId = (await makeWorkspace(platform)).workspaceId
  })
  after(() => platform.close())

  const take = (metric: 'documents' | 'messages') =>
    platform.db.asService(workspaceId, tx => reserve(platform, tx, workspaceId, metric))

  const standing = () =>
    platform.db.asService(workspaceId, async tx => [
      await hasLeft(platform, tx, workspaceId, 'messages'),
      await isEntitled(platform, tx, workspaceId, 'messages'),
    ])

  test('are never passed, by however many at once, and free again what was given back', async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, () => take('documents')))
    assert.equal(taken.filter(Boolean).length, 3)
    await platform.db.asService(workspaceId, tx => giveBack(platform, tx, workspaceId, 'documents'))
    assert.equal(await take('documents'), true)
    assert.equal(await take('documents'), false)
  })

  test('are told at 80 % and at the end, once each', async () => {
    await platform.db.asService(workspaceId, tx => giveBack(platform, tx, workspaceId, 'messages'))
    assert.deepEqual(await standing(), [true, true])
    for (let n = 0; n < 100; n++) assert.equal(await take('messages'), true)
    assert.equal(await take('messages'), false)
    assert.deepEqual(await standing(), [false, true])
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        name: string
      }>`select name from private.events where workspace_id = ${workspaceId} and payload ->> 'metric' = 'messages' order by id`.execute(
        tx,
      ),
    )
    assert.deepEqual(
      rows.map(row => row.name),
      ['usage.almost-reached', 'usage.reached'],
    )
  })

  test('end with the trial', async () => {
    platform.clock.advance(days(7))
    assert.equal(await take('messages'), false)
    assert.deepEqual(await standing(), [false, false])
  })
})

test('a courtesy lets messages go on a little, and nothing else', async () => {
  const platform = await testPlatform({ settings: { USAGE_COURTESY_PERCENT: '5' } })
  try {
    const { workspaceId } = await makeWorkspace(platform)
    const take = (metric: 'documents' | 'messages') =>
      platform.db.asService(workspaceId, tx => reserve(platform, tx, workspaceId, metric))
    for (let n = 0; n < 105; n++) assert.equal(await take('messages'), true)
    assert.equal(await take('messages'), false)
    for (let n = 0; n < 3; n++) assert.equal(await take('documents'), true)
    assert.equal(await take('documents'), false)
  } finally {
    await platform.close()
  }
})
