import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Stored } from '#features/inbox/arrivals/inbound.ts'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Listed = { customers: { id: string; name: string; consent: string | null }[]; next: string | null }

describe('customers and what they agreed to', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let admin: Owner
  let member: Owner
  let stranger: Owner
  let channelId: string
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    stranger = await makeOwner(platform)
    channelId = newId()
    await platform.db.asService(null, tx =>
      sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
        values (${channelId}, ${admin.workspaceId}, 'website', ${`wgt_${channelId}`}, 'Trang web', 'connected', ${platform.clock.now()})`.execute(
        tx,
      ),
    )
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const called = async (name: string, text = 'chào shop', externalId = newId()): Promise<Stored> => {
    platform.clock.advance(minutes(1))
    const { workspaceId } = admin
    return platform.db.asService(workspaceId, tx =>
      receiveMessage(platform, tx, {
        ...{ workspaceId, channelId, source: 'website', text, clientId: newId() },
        contact: { externalId, name },
      }),
    )
  }
  async function list(query: string, who = member): Promise<Listed> {
    const answer = await app.inject({ url: `/api/v1/customers?${query}`, headers: who.headers })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }
  const names = async (query: string, who = member) => (await list(query, who)).customers.map(({ name }) => name)
  async function recordConsentOf(id: string, body: object, who = member): Promise<string> {
    const payload = { client_id: newId(), channel_id: channelId, purpose: 'promotion', act: 'given', ...body }
    const answer = await app.inject({
      ...{ method: 'POST', url: `/api/v1/customers/${id}/consents`, headers: who.headers, payload },
    })
    return answer.statusCode === 201 ? 'noted' : `${answer.statusCode} ${String(answer.json().error?.code)}`
  }
  const proven = { proof: 'phiếu 12, ký ở quầy', words: 'Nhận khuyến mãi của tiệm qua trang web, 1 tin mỗi ngày' }
  const findId = async (name: string) => (await list(`q=${encodeURIComponent(name)}`)).customers[0]?.id ?? ''

  test('are found without their marks, by what is known of them, a page after the other', async () => {
    for (const name of ['Đỗ Thị Ánh', 'Trần Văn Hùng', 'Lê Ngọc Ánh']) await called(name)
    await called('Phạm Quốc', 'gọi em 0912345678')
    assert.deepEqual(await names(''), ['Phạm Quốc', 'Lê Ngọc Ánh', 'Trần Văn Hùng', 'Đỗ Thị Ánh'])
    assert.deepEqual(await names('q=anh'), ['Lê Ngọc Ánh', 'Đỗ Thị Ánh'])
    assert.deepEqual(await names(`q=${encodeURIComponent('do thi')}`), ['Đỗ Thị Ánh'])
    assert.deepEqual(await names('q=0912345678'), ['Phạm Quốc'])
    assert.deepEqual(await names('q=%25'), [])
    const first = await list('limit=3')
    assert.equal(first.customers.length, 3)
    assert.deepEqual(await names(`limit=3&after=${first.next}`), ['Đỗ Thị Ánh'])
    assert.equal((await list('limit=4')).next, null)
  })

  test('are told apart by channel, by when they were there, and by what they said of messages', async () => {
    platform.clock.advance(minutes(1))
    const seen = platform.clock.now().toISOString()
    const { contactId } = await called('Vũ Thị Mai')
    assert.deepEqual(await names(`seen_after=${seen}`), ['Vũ Thị Mai'])
    assert.equal((await names(`seen_before=${seen}`)).includes('Vũ Thị Mai'), false)
    assert.deepEqual(await names('source=zalo'), [])
    assert.deepEqual(await names(`channel=${newId()}`), [])
    assert.equal(await recordConsentOf(await findId('vu thi mai'), proven), 'noted')
    assert.deepEqual(await names('consent=given'), ['Vũ Thị Mai'])
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ external_id: string }>`select external_id from contacts where id = ${contactId}`.execute(tx),
    )
    await called('Vũ Thị Mai', 'TC', rows[0]?.external_id)
    assert.deepEqual(await names('consent=given'), [])
    assert.deepEqual(await names('consent=refused'), ['Vũ Thị Mai'])
    assert.equal((await names('consent=none')).length, 4)
  })

  test('a consent that was given in person needs its words and what shows it', async () => {
    await called('Hồ Thu')
    const id = await findId('ho thu')
    for (const missing of [
      {},
      { proof: 'phiếu 12' },
      { words: 'Nhận khuyến mãi' },
      { proof: '  \0 ', words: 'x'.repeat(9) },
    ])
      assert.equal(await recordConsentOf(id, missing), '400 consent.proof_missing')
    const same = { ...proven, client_id: newId() }
    assert.deepEqual([await recordConsentOf(id, same), await recordConsentOf(id, same)], ['noted', 'noted'])
    const { rows } = await platform.db.asService(null, tx =>
      sql`select act, how, proof, recorded_by from consents where customer_id = ${id}`.execute(tx),
    )
    assert.deepEqual(rows, [{ act: 'given', how: 'recorded', proof: proven.proof, recorded_by: member.personId }])
    assert.equal(await recordConsentOf(id, { act: 'withdrawn' }), 'noted')
    assert.equal((await list('q=ho+thu')).customers[0]?.consent, 'withdrawn')
    assert.equal(await recordConsentOf(id, proven), 'noted')
  })

  test('what the customer refused in writing no member takes back; the customer does', async () => {
    const visitor = newId()
    await called('Bùi Lan', 'đừng gửi tin quảng cáo nữa', visitor)
    const id = await findId('bui lan')
    for (const who of [member, admin]) assert.equal(await recordConsentOf(id, proven, who), '409 consent.only_theirs')
    await called('Bùi Lan', 'LẠI', visitor)
    assert.equal((await list('q=bui+lan')).customers[0]?.consent, 'given')
    assert.equal(await recordConsentOf(id, { act: 'withdrawn' }), 'noted')
    assert.equal(await recordConsentOf(id, proven), 'noted')
    await called('Bùi Lan', 'TC', visitor)
    assert.equal(await recordConsentOf(id, proven), '409 consent.only_theirs')
  })

  test('who came with a list can refuse in person, on the channel that they agreed to, and on no other', async () => {
    const id = newId()
    await platform.db.asService(null, async tx => {
      await sql`insert into customers (id, workspace_id, name, created_at)
        values (${id}, ${admin.workspaceId}, 'Từ danh sách', ${platform.clock.now()})`.execute(tx)
      await sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, words, proof, event, at)
        values (${newId()}, ${admin.workspaceId}, ${id}, ${channelId}, 'promotion', 'imported', 'imported', 'Nhận tin', 'phiếu 9', 'import:1',
          ${platform.clock.now()})`.execute(tx)
    })
    assert.equal(await recordConsentOf(id, { act: 'withdrawn' }), '404 request.not_found')
    await platform.db.asService(null, tx =>
      sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
        values (${admin.workspaceId}, ${id}, ${channelId}, 'promotion', 'given', ${platform.clock.now()})`.execute(tx),
    )
    platform.clock.advance(minutes(1))
    const refused = { act: 'withdrawn', proof: 'gọi điện ngày 5' }
    assert.equal(await recordConsentOf(id, { ...refused, channel_id: newId() }), '404 request.not_found')
    assert.equal(await recordConsentOf(id, refused, stranger), '404 request.not_found')
    assert.equal(await recordConsentOf(id, refused), 'noted')
    const { rows } = await platform.db.asService(null, tx =>
      sql`select state from consent_states where customer_id = ${id}`.execute(tx),
    )
    assert.deepEqual(rows, [{ state: 'withdrawn' }])
  })

  test('of another shop they are not there, nor is another shop’s channel', async () => {
    assert.deepEqual(await names('', stranger), [])
    const id = await findId('bui lan')
    assert.equal(await recordConsentOf(id, proven, stranger), '404 request.not_found')
    assert.equal(await recordConsentOf(id, { ...proven, channel_id: newId() }), '404 request.not_found')
    assert.equal(await recordConsentOf(newId(), proven), '404 request.not_found')
    assert.equal((await app.inject({ url: '/api/v1/customers' })).statusCode, 401)
  })
})
