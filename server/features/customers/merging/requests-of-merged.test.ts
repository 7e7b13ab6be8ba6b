import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { days, minutes } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { readProofFacts } from '../proofs/proof-facts.ts'
import { settleRequest } from '../requests/data-requests.ts'
import { applyRetention } from '../retention/apply-retention.ts'
import { askCustomerExport } from '../rights/export-customer.ts'
import { mergeCustomers } from './merge-customers.ts'

describe('requests of a customer who was merged into another', () => {
  let platform: TestPlatform
  let caller: Caller
  let channelId: string
  let talks: { stays: Stored; goes: Stored }
  let ids: { stays: string; goes: string }
  const visitors = { stays: newId(), goes: newId() }
  before(async () => {
    platform = await testPlatform()
  })
  beforeEach(async () => {
    caller = { ...(await makeOwner(platform)), role: 'admin', language: 'vi' } as never
    channelId = await connectedChannel(platform, caller.workspaceId, 'zalo')
    const stays = await write('stays', 'chào shop')
    talks = { stays, goes: await write('goes', 'xem dữ liệu của em') }
    ids = { stays: await customerOf(talks.stays), goes: await customerOf(talks.goes) }
  })
  after(() => platform.close())

  const rowsOf = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  function write(who: 'stays' | 'goes', text: string): Promise<Stored> {
    platform.clock.advance(minutes(1))
    return platform.db.asService(caller.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: caller.workspaceId, channelId, source: 'zalo', clientId: newId(), text },
        contact: { externalId: visitors[who], name: 'Bùi Lan' },
      }),
    )
  }
  const customerOf = async ({ contactId }: Stored) =>
    (await rowsOf(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`))[0]?.id ?? ''
  const requests = () =>
    rowsOf(
      sql<{ id: string; customer_id: string }>`select id, customer_id from data_requests
        where workspace_id = ${caller.workspaceId}`,
    )
  const merge = () => mergeCustomers(platform, caller, { customer_id: ids.stays, merged_id: ids.goes })

  test('are found when asked again, from either account', async () => {
    await merge()
    await write('goes', 'xem dữ liệu của em')
    await write('stays', 'xem dữ liệu của em')
    assert.deepEqual(
      (await requests()).map(one => one.customer_id),
      [ids.goes],
    )
  })

  test('count the copies that were made before and after', async () => {
    const [request] = await requests()
    assert.ok(request)
    await askCustomerExport(platform, caller, { id: ids.goes })
    await merge()
    await askCustomerExport(platform, caller, { id: ids.stays })
    platform.clock.advance(minutes(1))
    await settleRequest(platform, caller, { id: request.id, act: 'done', why: '' })
    const facts = await platform.db.asService(caller.workspaceId, tx =>
      readProofFacts(tx, caller.workspaceId, request.id),
    )
    assert.equal(facts?.copies_made, 2)
  })

  test('hold their files while they are open', async () => {
    await merge()
    const long = new Date(platform.clock.now().getTime() - days(400))
    const attachments = JSON.stringify([
      { id: newId(), type: 'file', status: 'copied', file: `${caller.workspaceId}/x` },
    ])
    await rowsOf(sql`update messages set attachments = ${attachments}::jsonb, created_at = ${long}
      where id = ${talks.goes.messageId}`)
    await rowsOf(
      sql`insert into retention_rules (workspace_id, file_months, changed_at) values (${caller.workspaceId}, 6, ${long})`,
    )
    const statusAfterRun = async () => {
      await applyRetention(platform, { workspace_id: caller.workspaceId })
      const [row] = await rowsOf(
        sql<{ status: string }>`select attachments -> 0 ->> 'status' as status from messages
          where id = ${talks.goes.messageId}`,
      )
      return row?.status
    }
    assert.equal(await statusAfterRun(), 'copied')
    await rowsOf(sql`update data_requests set done_at = created_at, outcome = 'done' where customer_id = ${ids.goes}`)
    assert.equal(await statusAfterRun(), 'expired')
  })
})
