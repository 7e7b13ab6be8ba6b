import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { minutes } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { recordRequest } from '../requests/data-requests.ts'
import { askErasure } from './erase-customer.ts'

describe('who was erased, and comes back on another channel with the same number', () => {
  let platform: TestPlatform
  let caller: Caller
  let zalo: string
  let facebook: string
  before(async () => {
    platform = await testPlatform()
  })
  beforeEach(async () => {
    caller = { ...(await makeOwner(platform)), role: 'admin', language: 'vi' } as never
    zalo = await connectedChannel(platform, caller.workspaceId, 'zalo')
    facebook = await connectedChannel(platform, caller.workspaceId, 'facebook')
  })
  after(() => platform.close())

  const read = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  async function write(source: 'zalo' | 'facebook', externalId: string, text: string): Promise<Stored> {
    platform.clock.advance(minutes(1))
    const channelId = source === 'zalo' ? zalo : facebook
    return platform.db.asService(caller.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: caller.workspaceId, channelId, source, text, clientId: newId() },
        contact: { externalId, name: 'Bùi Lan' },
      }),
    )
  }
  const customerOf = async ({ contactId }: Stored) =>
    (await read(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`))[0]?.id ?? ''
  const states = async (stored: Stored) =>
    (
      await read(
        sql<{ said: string }>`select purpose || ' ' || state as said from consent_states
          where customer_id = ${await customerOf(stored)} order by 1`,
      )
    ).map(({ said }) => said)
  async function erase(texts: string[], { objects = false } = {}): Promise<void> {
    const visitor = newId()
    let id = ''
    for (const text of texts) id = await customerOf(await write('zalo', visitor, text))
    const asked = { kind: 'object', customer_id: id, who: 'chị Lan', note: '', came_on: '2026-01-01' } as const
    if (objects) await recordRequest(platform, caller, asked)
    await askErasure(platform, caller, { id })
    await platform.jobs.drain()
    await platform.jobs.drain()
  }

  test('counts as refused, as soon as the number is known, and says it once', async () => {
    await erase(['số em 0912345678', 'TC'])
    const visitor = newId()
    const back = await write('facebook', visitor, 'chào shop')
    assert.deepEqual(await states(back), [])
    await write('facebook', visitor, 'số em 0911000111, 0912 345 678')
    assert.deepEqual(await states(back), ['promotion withdrawn'])
    await write('facebook', visitor, 'nhắn em qua 0912345678 nhé')
    const events = sql`select 1 from consents where customer_id = ${await customerOf(back)}`
    assert.equal((await read(events)).length, 1)
    const another = await write('facebook', newId(), 'số em 0912345679')
    assert.deepEqual(await states(another), [])
  })

  test('whose objection it was has refused as well; who refused nothing has not', async () => {
    await erase(['số em 0912345678'], { objects: true })
    assert.deepEqual(await states(await write('facebook', newId(), '0912345678')), ['promotion withdrawn'])
    await erase(['mail em lan.bui@gmail.com'])
    assert.deepEqual(await states(await write('facebook', newId(), 'lan.bui@gmail.com')), [])
  })

  test('a number counts that the platform dates before one of the messages', async () => {
    await erase(['số em 0912345678', 'TC'])
    const visitor = newId()
    const back = await write('facebook', visitor, 'số em 0911000111')
    await read(sql`update contact_details set created_at = '2099-01-01' where contact_id = ${back.contactId}`)
    await write('facebook', visitor, 'hoặc 0912345678')
    assert.deepEqual(await states(back), ['promotion withdrawn'])
  })

  test('what they agreed to under the new account holds, and they can agree again', async () => {
    await erase(['mail em lan.bui@gmail.com', 'TC'])
    const visitor = newId()
    const back = await write('facebook', visitor, 'TC')
    await write('facebook', visitor, 'LẠI')
    await write('facebook', visitor, 'mail em lan.bui@gmail.com')
    assert.deepEqual(await states(back), ['care given', 'promotion given'])
    const later = newId()
    const other = await write('facebook', later, 'lan.bui@gmail.com')
    assert.deepEqual(await states(other), ['promotion withdrawn'])
    for (let times = 0; times < 2; times++) await write('facebook', later, 'LẠI')
    assert.deepEqual(await states(other), ['promotion given'])
  })
})
