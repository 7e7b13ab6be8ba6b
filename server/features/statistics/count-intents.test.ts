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
      'đặt bàn 2 người tối mai 7h nhé',
      'cho mình đặt lịch 10h sáng mai',
      'cho mình đặt lịch 11h sáng mai',
    ])
      await customerWrites(platform, shop, newId(), text)
    await customerWrites(platform, other, newId(), 'gọi lại cho mình nhé 0908777666')
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql<{
        id: string
      }>`select id from intents where workspace_id = ${shop.workspaceId} order by created_at, id`.execute(tx),
    )
    const [first, second, , proposed, , lapsed] = rows
    await settleIntent(platform, shop.admin, {
      id: first!.id,
      ...settledIntent.parse({ act: 'confirm', text: 'Dạ vâng ạ' }),
    })
    await settleIntent(platform, shop.admin, { id: second!.id, ...settledIntent.parse({ act: 'decline' }) })
    await settleIntent(platform, shop.admin, {
      id: proposed!.id,
      ...settledIntent.parse({ act: 'change', text: 'Dạ 8h được không ạ', said_when: '8h' }),
    })
    await platform.db.asService(shop.workspaceId, tx =>
      sql`update intents set state = 'expired' where id = ${lapsed!.id}`.execute(tx),
    )
    const { intents } = await readStatistics(platform, shop.admin, statisticsQuery.parse({}))
    assert.deepEqual(intents, [
      { kind: 'booking', opened: 5, agreed: 1, proposed: 1, waiting: 1, declined: 1, expired: 1 },
      { kind: 'order', opened: 0, agreed: 0, proposed: 0, waiting: 0, declined: 0, expired: 0 },
      { kind: 'callback', opened: 1, agreed: 0, proposed: 0, waiting: 1, declined: 0, expired: 0 },
    ])
  } finally {
    await platform.close()
  }
})
