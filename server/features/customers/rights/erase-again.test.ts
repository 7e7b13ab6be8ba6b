import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Caller } from '#platform/http/caller.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { mergeCustomers } from '../merging/merge-customers.ts'
import { eraseAgain } from './erase-again.ts'

describe('who is on the list of erased people, in an older backup', () => {
  const channelId = newId()
  let platform: TestPlatform
  let caller: Caller
  before(async () => {
    platform = await testPlatform()
    caller = (await makeOwner(platform)) as never
    await rowsOf(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${caller.workspaceId}, 'facebook', 'page', 'Trang', 'connected', ${platform.clock.now()})`)
  })
  after(() => platform.close())

  const rowsOf = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  const receive = (): Promise<Stored> => {
    platform.clock.advance(minutes(1))
    return platform.db.asService(null, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: caller.workspaceId, channelId, source: 'facebook', text: 'chào', clientId: newId() },
        contact: { externalId: newId(), name: 'Lan' },
      }),
    )
  }
  async function customerOf({ contactId }: Stored): Promise<string> {
    const [row] = await rowsOf(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`)
    return row?.id ?? ''
  }
  const erasureOf = (customerId: string) => ({
    ...{ workspace_id: caller.workspaceId, customer_id: customerId, merged: [], refused: [] },
    at: platform.clock.now().toISOString(),
  })

  test('goes whole at the second time when the first died midway', async () => {
    const stored = await receive()
    const id = await customerOf(stored)
    const jobs = { ...platform.jobs, emit: () => Promise.reject(new Error('killed')) }
    await assert.rejects(eraseAgain({ ...platform, jobs }, erasureOf(id)), /killed/)
    await eraseAgain(platform, erasureOf(id))
    await eraseAgain(platform, erasureOf(id))
    const left = await rowsOf(sql`select from contacts where id = ${stored.contactId}
      union all select from customers where id = ${id} and (name <> '' or erased_at is null)`)
    assert.equal(left.length, 0)
  })

  for (const erased of ['stays', 'goes'] as const)
    test(`takes nobody along who was split off since: ${erased}`, async () => {
      const talks = { stays: await receive(), goes: await receive() }
      const ids = { stays: await customerOf(talks.stays), goes: await customerOf(talks.goes) }
      await mergeCustomers(platform, caller, { customer_id: ids.stays, merged_id: ids.goes })
      await eraseAgain(platform, erasureOf(ids[erased]))
      const other = erased === 'stays' ? 'goes' : 'stays'
      assert.equal(await customerOf(talks[erased]), '')
      assert.equal(await customerOf(talks[other]), ids[other])
      const [row] = await rowsOf(sql<{ erased_at: Date | null; merged_into: string | null }>`
        select erased_at, merged_into from customers where id = ${ids[other]}`)
      assert.deepEqual(row, { erased_at: null, merged_into: null })
    })
})
