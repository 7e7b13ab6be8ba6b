import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { addConsent } from '../consent/consent-ledger.ts'

describe('a restriction that is taken back', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  let channelId: string
  let visitor: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    channelId = await connectedChannel(platform, admin.workspaceId, 'zalo')
  })
  beforeEach(() => {
    visitor = newId()
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const read = <R>(statement: RawBuilder<R>) =>
    platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  async function write(text: string): Promise<Stored> {
    platform.clock.advance(minutes(1))
    return platform.db.asService(admin.workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId: admin.workspaceId, channelId, source: 'zalo', clientId: newId(), text },
        contact: { externalId: visitor, name: 'Bùi Lan' },
      }),
    )
  }
  const customerOf = async ({ contactId }: Stored) =>
    (await read(sql<{ id: string }>`select customer_id as id from contacts where id = ${contactId}`))[0]?.id ?? ''
  const ask = async (kind: string, customerId: string): Promise<string> => {
    const body = { kind, customer_id: customerId, who: 'Bùi Lan', note: 'gọi điện', came_on: '2026-11-20' }
    const url = '/api/v1/data-requests'
    const answer = await app.inject({ method: 'POST', url, headers: admin.headers, payload: body })
    const { id } = answer.json<{ id: string }>()
    const done = { method: 'PATCH', url: `${url}/${id}`, headers: admin.headers, payload: { act: 'done' } } as const
    assert.equal((await app.inject(done)).statusCode, 200)
    return id
  }
  const holding = async () =>
    (await read(sql<{ id: string }>`select id from data_requests where workspace_id = ${admin.workspaceId}`)).map(
      ({ id }) => id,
    )
  const lift = async (customerId: string, who = admin, why = 'chị Lan gọi lại hôm nay', seen?: string[]) => {
    const url = `/api/v1/customers/${customerId}/unrestrict`
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: who.headers,
      payload: { why, seen: seen ?? (await holding()) },
    })
    return answer.statusCode === 200 ? 'ok' : `${answer.statusCode} ${String(answer.json().error?.code)}`
  }
  const restricted = async (id: string) =>
    (await read(sql<{ at: Date | null }>`select restricted_at as at from customers where id = ${id}`))[0]?.at !== null
  const lifted = (id: string) =>
    read(sql`select lifted_at is not null as lifted, lifted_by, lifted_why from data_requests where id = ${id}`)
  const states = async (id: string) =>
    (
      await read(
        sql<{ state: string }>`select state from consent_states where customer_id = ${id} and purpose = 'promotion'`,
      )
    ).map(({ state }) => state)
  const lastReply = async ({ conversationId }: Stored) =>
    (
      await read(
        sql<{ text: string }>`select text from messages where conversation_id = ${conversationId} and direction = 'out'
          order by seq desc limit 1`,
      )
    )[0]?.text ?? ''

  test('is lifted by an admin, who says why, and gives back no consent', async () => {
    const id = await customerOf(await write('TC'))
    const request = await ask('restrict', id)
    const objection = await ask('object', id)
    assert.equal(await restricted(id), true)
    assert.equal(await lift(id, member), '403 auth.admin_needed')
    assert.equal(await lift(id, stranger), '404 request.not_found')
    assert.equal(await lift(id, admin, ' '), '400 data_request.word_missing')
    assert.equal(await restricted(id), true)
    assert.equal(await lift(id), 'ok')
    assert.equal(await restricted(id), false)
    const record = [{ lifted: true, lifted_by: admin.personId, lifted_why: 'chị Lan gọi lại hôm nay' }]
    assert.deepEqual([await lifted(request), await lifted(objection)], [record, record])
    assert.deepEqual(await states(id), ['withdrawn'])
    const logged = sql`select action, actor from audit_log where target = ${id}`
    assert.deepEqual(await read(logged), [{ action: 'customer.restriction-lifted', actor: admin.personId }])
    assert.equal(await lift(id), '409 customer.not_restricted')
  })

  test('another that comes afterwards holds, and what is lifted frees nobody from it', async () => {
    const id = await customerOf(await write('chào shop'))
    await ask('restrict', id)
    assert.equal(await lift(id), 'ok')
    await ask('restrict', id)
    assert.equal(await restricted(id), true)
  })

  test('what the screen did not show is not lifted, nor anything else with it', async () => {
    const id = await customerOf(await write('chào shop'))
    const [shown, since] = [await ask('restrict', id), await ask('object', id)]
    assert.equal(await lift(id, admin, 'gọi lại', [shown]), '409 customer.restricted_otherwise')
    assert.equal(await restricted(id), true)
    assert.equal(await lift(id, admin, 'gọi lại', [shown, since]), 'ok')
  })

  test('of whoever was merged is lifted from either, and stays lifted when they are parted', async () => {
    const goes = await customerOf(await write('chào shop'))
    visitor = newId()
    const stays = await customerOf(await write('chào shop'))
    await ask('restrict', goes)
    const act = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url: `/api/v1/customers/${url}`, headers: admin.headers, payload })).json()
    const { merge_id: merge } = await act('merge', { customer_id: stays, merged_id: goes })
    assert.equal(await restricted(stays), true)
    assert.equal(await lift(goes), 'ok')
    assert.deepEqual([await restricted(stays), await restricted(goes)], [false, false])
    await act(`${stays}/split`, { merge_id: merge })
    assert.deepEqual([await restricted(stays), await restricted(goes)], [false, false])
  })

  test('an objection ends when they come back in their own words, whether they had written TC or not', async () => {
    for (const first of ['TC', 'chào shop']) {
      visitor = newId()
      const stored = await write(first)
      const id = await customerOf(stored)
      const request = await ask('object', id)
      await write('LẠI')
      assert.equal(await restricted(id), true, 'they were not told how since')
      assert.match(await lastReply(stored), /nhắn LẠI/)
      await write('LẠI')
      assert.equal(await restricted(id), false)
      assert.deepEqual(await states(id), ['given'])
      assert.match(await lastReply(stored), /lại nhận tin/)
      assert.deepEqual(await lifted(request), [{ lifted: true, lifted_by: null, lifted_why: null }])
      const logged = sql`select action, actor from audit_log where target = ${id}`
      assert.deepEqual(await read(logged), [{ action: 'customer.objection-ended', actor: null }])
    }
  })

  test('an objection that ends on one channel leaves the others refused', async () => {
    const stored = await write('chào shop')
    const id = await customerOf(stored)
    const facebook = await connectedChannel(platform, admin.workspaceId, 'facebook')
    await platform.db.asService(admin.workspaceId, tx =>
      addConsent(platform, tx, {
        ...{ workspaceId: admin.workspaceId, customerId: id, channelIds: [facebook], purposes: ['promotion'] },
        ...{ act: 'given', how: 'message', event: newId() },
      }),
    )
    await ask('object', id)
    for (let times = 0; times < 2; times++) await write('LẠI')
    assert.equal(await restricted(id), false)
    const said = sql`select channel_id = ${channelId} as here, purpose, state from consent_states where customer_id = ${id}
      order by 1, 2`
    assert.deepEqual(await read(said), [
      { here: false, purpose: 'care', state: 'withdrawn' },
      { here: false, purpose: 'promotion', state: 'withdrawn' },
      { here: true, purpose: 'care', state: 'given' },
      { here: true, purpose: 'promotion', state: 'given' },
    ])
  })

  test('a restriction does not end by a message, which says so', async () => {
    const stored = await write('TC')
    const id = await customerOf(stored)
    const request = await ask('restrict', id)
    await ask('object', id)
    for (let times = 0; times < 2; times++) await write('LẠI')
    assert.equal(await restricted(id), true)
    assert.match(await lastReply(stored), /vẫn chưa gửi tin/)
    assert.deepEqual(await lifted(request), [{ lifted: false, lifted_by: null, lifted_why: null }])
    assert.equal(await lift(id), 'ok')
    assert.deepEqual(await states(id), ['given'])
  })

  test('nothing is lifted of somebody erased, and the reason goes with them', async () => {
    const id = await customerOf(await write('chào shop'))
    const request = await ask('restrict', id)
    assert.equal(await lift(id), 'ok')
    await app.inject({ method: 'DELETE', url: `/api/v1/customers/${id}`, headers: admin.headers })
    await platform.jobs.drain()
    assert.equal(await lift(id), '404 request.not_found')
    assert.deepEqual(await read(sql`select lifted_why as why from data_requests where id = ${request}`), [{ why: '-' }])
  })
})
