import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { after as later, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { conversationsQuery } from '#shared/contracts/inbox/conversations.contract.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { changeCustomer } from './change-customer.ts'
import { listConversations } from '../conversations/list-conversations.ts'

type Detail = { id: string; kind: string; value: string; added_by: string | null }

describe('what a member writes down of a customer', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let stranger: TestWorkspace
  let id: string

  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
    stranger = await makeWorkspace(platform)
  })
  beforeEach(async () => {
    id = await customerWrites(platform, shop, newId(), 'gọi em 0903218447 nhé, stk 0071000123456 vietcombank')
  })
  after(() => platform.close())

  const rows = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await platform.db.asService(shop.workspaceId, tx => query.execute(tx))).rows

  const details = () =>
    rows(
      sql<Detail>`select d.id, d.kind, d.value, d.added_by from contact_details d join conversations c on c.contact_id = d.contact_id
        where c.id = ${id} order by d.kind, d.value`,
    )
  const shown = async () => (await details()).map(({ kind, value }) => `${kind} ${value}`)

  const change = (what: Partial<Parameters<typeof changeCustomer>[2]>, who = shop): ReturnType<typeof changeCustomer> =>
    changeCustomer(platform, who.admin, { id, add: [], remove: [], ...what })

  test('a name and details are kept as the customer’s own would be, and can be taken back', async () => {
    const [, phone] = await details()
    assert.ok(phone)
    const done = await change({
      name: 'Trần Ngọc Ánh',
      add: [
        { kind: 'phone', value: '0912 345 678' },
        { kind: 'email', value: 'Anh.Tran@gmail.com' },
        { kind: 'address', value: '12 Lê Lợi, Quận 1' },
      ],
      remove: [phone.id],
      version: 1,
    })
    assert.deepEqual(await shown(), [
      'address 12 Lê Lợi, Quận 1',
      'bank 0071000123456',
      'email anh.tran@gmail.com',
      'phone +84912345678',
    ])
    assert.deepEqual(done.removed, [{ kind: 'phone', value: phone.value }])
    const [row] = await rows(sql<{ contact_name: string }>`select contact_name from conversations where id = ${id}`)
    assert.equal(row?.contact_name, 'Trần Ngọc Ánh')
    for (const q of ['tran ngoc', '0912 345 678', 'gmail', 'le loi']) {
      const found = await listConversations(platform, shop.admin, conversationsQuery.parse({ q }))
      assert.deepEqual(
        found.conversations.map(one => one.id),
        [id],
        q,
      )
    }
    assert.ok((await details()).every(one => (one.added_by === shop.admin.personId) === (one.kind !== 'bank')))
    await change({
      name: '',
      add: done.removed.map(one => ({ kind: 'phone', value: one.value })),
      remove: done.added,
      version: done.version,
    })
    assert.deepEqual(await shown(), ['bank 0071000123456', 'phone +84903218447'])
  })

  test('a form that was filled in before, and comes late, does not take the place of a member’s name; a later one does', async () => {
    const kind = scriptedKind('zalo')
    const { accountId } = await connectScripted(platform, shop, kind)
    const receive = async (name: string, minutesAgo: number) => {
      const time = later(platform.clock.now(), -minutes(minutesAgo))
      await deliver(platform, kind, accountId, [{ kind: 'user_info', userId: 'u-form', time, name, hookId: newId() }])
      await platform.jobs.drain()
    }
    const time = later(platform.clock.now(), -minutes(30))
    await deliver(platform, kind, accountId, [
      { kind: 'message.in', userId: 'u-form', externalId: newId(), time, text: 'chào', attachments: [] },
    ])
    await platform.jobs.drain()
    const named = () =>
      rows(sql<{
        id: string
        name: string
      }>`select v.id, c.name from conversations v join contacts c on c.id = v.contact_id
        where c.external_id = 'u-form'`)
    id = (await named())[0]?.id ?? ''
    await receive('Nguyễn Văn Bê', 20)
    await change({ name: 'Chị Bê (sỉ)' })
    await receive('Nguyễn Văn Bê', 10)
    assert.equal((await named())[0]?.name, 'Chị Bê (sỉ)')
    platform.clock.advance(minutes(10))
    await receive('Nguyễn Thị Bê', 1)
    assert.equal((await named())[0]?.name, 'Nguyễn Thị Bê')
  })

  test('who changes an older version is told, and nothing is changed', async () => {
    await change({ name: 'Ánh', version: 1 })
    await assert.rejects(change({ name: 'Bích', add: [{ kind: 'email', value: 'b@b.vn' }], version: 1 }), {
      code: 'inbox.changed_meanwhile',
      details: { by: shop.admin.personId, at: platform.clock.now().toISOString(), version: 2 },
    })
    const [row] = await rows(sql<{ contact_name: string }>`select contact_name from conversations where id = ${id}`)
    assert.equal(row?.contact_name, 'Ánh')
    assert.equal((await shown()).includes('email b@b.vn'), false)
  })

  test('what cannot be one is refused, as a whole; numbers that nobody may read are not touched', async () => {
    for (const add of [
      [{ kind: 'phone', value: 'gọi sau' } as const],
      [{ kind: 'email', value: 'anh tại gmail' } as const],
      [{ kind: 'address', value: '1 Lê Lợi' } as const, { kind: 'phone', value: '12' } as const],
    ])
      await assert.rejects(change({ add }), { code: 'request.invalid' })
    const bank = (await details()).find(one => one.kind === 'bank')
    await change({ remove: [bank?.id ?? ''], add: [{ kind: 'phone', value: '+1 415 555 0134' }] })
    assert.deepEqual(await shown(), ['bank 0071000123456', 'phone +14155550134', 'phone +84903218447'])
  })

  test('a foreign conversation, and a detail of somebody else, answer like none', async () => {
    await assert.rejects(change({ name: 'Lạ' }, stranger), { code: 'request.not_found' })
    const [, mine] = await details()
    const before = id
    id = await customerWrites(platform, shop, newId(), 'chào shop')
    await change({ remove: [mine?.id ?? ''] })
    id = before
    assert.equal((await shown()).length, 2)
  })
})
