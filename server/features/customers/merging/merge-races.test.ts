import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { tagConversation } from '#features/inbox/tags/tag-conversation.ts'
import { minutes } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { retryDeadlock } from '#platform/sql/retry-deadlock.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { editCustomer } from '../edit-customer.ts'
import { mergeCustomers } from './merge-customers.ts'
import { splitCustomer } from './split-customer.ts'

describe('two customers who are merged while they write', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
  })
  after(() => platform.close())

  const write = (externalId: string, text: string) =>
    retryDeadlock(() =>
      platform.db.asService(shop.workspaceId, tx =>
        receiveMessage(platform, tx, {
          ...{ workspaceId: shop.workspaceId, channelId: shop.channelId, source: 'website', text, clientId: newId() },
          contact: { externalId },
        }),
      ),
    )
  const tried = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  test('nobody waits for ever, and no refusal is lost', async () => {
    for (let round = 0; round < 6; round++) {
      platform.clock.advance(minutes(2))
      const [one, other] = [newId(), newId()]
      const first = await write(one, 'chào shop')
      const second = await write(other, 'chào shop')
      const { rows } = await platform.db.asService(null, tx =>
        sql<{
          customer_id: string
        }>`select customer_id from contacts where id in (${first.contactId}, ${second.contactId})`.execute(tx),
      )
      const [stays = '', goes = ''] = rows.map(row => row.customer_id)
      platform.clock.advance(minutes(2))
      const merging = tried(mergeCustomers(platform, shop.admin, { customer_id: stays, merged_id: goes }))
      const all = await Promise.allSettled([
        merging,
        merging.then(
          merged => merged && tried(splitCustomer(platform, shop.admin, { id: stays, merge_id: merged.merge_id })),
        ),
        write(one, 'TC'),
        write(other, 'còn hàng không'),
        tried(mergeCustomers(platform, shop.admin, { customer_id: goes, merged_id: stays })),
        tried(editCustomer(platform, shop.admin, { id: stays, name: `Khách ${round}` })),
        tried(tagConversation(platform, shop.admin, { id: second.conversationId, add: ['Gấp'], remove: [] })),
      ])
      assert.deepEqual(
        all.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : [])),
        [],
      )
      const left = await platform.db.asService(null, tx =>
        sql<{ customer_id: string; out: boolean }>`select customer_id, opted_out_at is not null as out from contacts
          where id = ${first.contactId}`.execute(tx),
      )
      assert.equal(left.rows[0]?.out, true)
      const differing = await platform.db.asService(null, tx => {
        const states = sql`select workspace_id, customer_id, channel_id, purpose, state, since`
        return sql`(${states} from consent_states except ${states} from private.consent_ledger_states)
          union all (${states} from private.consent_ledger_states except ${states} from consent_states)`.execute(tx)
      })
      assert.deepEqual(differing.rows, [])
    }
  })
})
