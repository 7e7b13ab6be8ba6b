import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { settleIntent } from '#features/intents/settle-intent.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { settledIntent } from '#shared/contracts/bot/intents.contract.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { statisticsQuery } from '#shared/contracts/statistics.api.ts'
import { readStatistics } from './read-statistics.ts'

test('what customers wanted to be done is counted by kind, with what people decided; nobody else’s', async () => {
  const platform = await testPlatform()
  try {
    const shop = await makeWorkspace(platform)
    const other = await makeWorkspace(platform)
    for (const text of [
      'đặt bàn 4 người tối nay 7h nhé',
      'cho mình đặt lịch 9h sáng mai',
      'gọi lại cho mình nhé 0908777666',
    ])
      await customerWrites(platform, shop, newId(), text)
    await customerWrites(platform, other, newId(), 'gọi lại cho mình nhé 0908777666')
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql<{
        id: string
      }>`select id from intents where workspace_id = ${shop.workspaceId} order by created_at, id`.execute(tx),
    )
    const [first, second] = rows
    await settleIntent(platform, shop.admin, {
      id: first!.id,
      ...settledIntent.parse({ act: 'confirm', text: 'Dạ vâng ạ' }),
    })
    await settleIntent(platform, shop.admin, { id: second!.id, ...settledIntent.parse({ act: 'decline' }) })
    const { intents } = await readStatistics(platform, shop.admin, statisticsQuery.parse({}))
    assert.deepEqual(
      intents.map(({ opened }) => opened),
      [2, 0, 1],
    )
    assert.deepEqual(
      [intents.reduce((sum, { agreed }) => sum + agreed, 0), intents.reduce((sum, { declined }) => sum + declined, 0)],
      [1, 1],
    )
  } finally {
    await platform.close()
  }
})
