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
  async function customerOf({ contactId }: Pick<Stored, 'contactId'>): Promise<string> {
    const [row] = await rowsOf(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`)
    return row?.id ?? ''
  }
  const erasureOf = (customerId: string, merged: string[] = []) => ({
    ...{ workspace_id: caller.workspaceId, customer_id: customerId, merged, refused: [] },
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

  test('is not looked for in somebody with whom they were erased already', async () => {
    const [stays, goes] = [await customerOf(await receive()), await customerOf(await receive())]
    await mergeCustomers(platform, caller, { customer_id: stays, merged_id: goes })
    await eraseAgain(platform, erasureOf(stays, [goes]))
    await eraseAgain(platform, erasureOf(goes))
    const left = await rowsOf(sql`select from contacts where customer_id in (${stays}, ${goes})`)
    assert.equal(left.length, 0)
  })

  // Who was merged into whom, in turn; who is on the list; who is erased; who still is with whom.
  const chains: [string, string, string, string, Record<string, string>][] = [
    ['the first of a chain', 'ba cb', 'a', 'a', { b: 'c', c: 'c' }],
    ['the middle of a chain', 'ba cb', 'b', 'b', { a: 'a', c: 'c' }],
    ['the last of a chain', 'ba cb', 'c', 'c', { a: 'b', b: 'b' }],
    ['the first two of a chain', 'ba cb', 'ba', 'ab', { c: 'c' }],
    ['the first two of a chain, the other way round', 'ba cb', 'ab', 'ab', { c: 'c' }],
    ['the last two of a chain', 'ba cb', 'cb', 'bc', { a: 'a' }],
    ['both ends of a chain', 'ba cb', 'ca', 'ac', { b: 'b' }],
    ['the first of a long chain', 'ba cb dc', 'a', 'a', { b: 'd', c: 'd', d: 'd' }],
    ['one before another', 'ba bc db', 'a', 'a', { b: 'd', c: 'd', d: 'd' }],
  ]
  for (const [what, merges, list, gone, whole] of chains)
    test(`is erased, and nobody else: ${what}`, async () => {
      const talks: Record<string, Stored> = {}
      const ids: Record<string, string> = {}
      for (const one of 'abcd') {
        talks[one] = await receive()
        ids[one] = await customerOf(talks[one])
      }
      const idOf = (one = '') => ids[one] ?? ''
      for (const one of 'ad') await rowsOf(sql`update customers set name = ${`Khách ${one}`} where id = ${idOf(one)}`)
      const nameOf: Record<string, string> = {
        a: 'Khách a',
        b: whole['a'] === 'b' ? 'Khách a' : '',
        c: '',
        d: 'Khách d',
      }
      for (const [stays, goes] of merges.split(' '))
        await mergeCustomers(platform, caller, { customer_id: idOf(stays), merged_id: idOf(goes) })
      const [first, ...others] = list
      await eraseAgain(platform, erasureOf(idOf(first), others.map(idOf)))
      await eraseAgain(platform, erasureOf(idOf(first), others.map(idOf)))
      for (const [one, { contactId, conversationId }] of Object.entries(talks)) {
        const isGone = gone.includes(one)
        assert.equal(await customerOf({ contactId }), isGone ? '' : idOf(whole[one] ?? one), one)
        const [messages] = await rowsOf(sql<{ n: number }>`
          select count(*)::int as n from messages where conversation_id = ${conversationId}`)
        assert.equal(messages?.n, isGone ? 0 : 1, one)
        const [row] = await rowsOf(sql<{ name: string; erased: boolean }>`select name, erased_at is not null as erased
          from customers where id = ${idOf(one)}`)
        if (isGone) assert.equal(row?.name, '', one)
        else assert.deepEqual(row, { name: nameOf[one], erased: false }, one)
      }
      if (!gone.includes('a')) return
      const left = await rowsOf(sql`select from customer_merges
        where before ->> 'name' = 'Khách a' and customer_id = any (${Object.values(ids)}::uuid[])`)
      assert.deepEqual(left, [])
    })
})
