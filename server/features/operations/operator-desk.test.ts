import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { parts } from '#server/app.ts'
import type {
  DeskContactRequest,
  DeskDeadLetter,
  DeskRefund,
  DeskWorkspaces,
} from '#shared/contracts/operator.results.ts'
import { type OperatorDriver, openOperatorDriver } from '#tests/drivers/operator-driver.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the operator desk', () => {
  let desk: OperatorDriver
  before(async () => {
    desk = await openOperatorDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  const ask = <T = Record<string, unknown>>(address: string, body?: object) => desk.ask<T>(address, body)
  const acts = (workspaceId: string) => desk.acts(workspaceId)

  test('opens to operators alone, whatever workspace they name; who is none any more is out at once', async () => {
    const member = await makeMember(desk.platform, desk.owner)
    const routes = parts.flatMap(part => part.routes ?? []).filter(one => one.path.startsWith('/api/v1/operator/'))
    assert.ok(routes.length > 15)
    for (const { method, path, who } of routes) {
      assert.equal(who, 'operator', path)
      const address = `${method} ${path.slice('/api/v1'.length).replace(':id', newId())}`
      for (const person of [desk.owner, member]) {
        const { status, body } = await desk.call<{ error: { code: string } }>(address, {}, person)
        assert.deepEqual([status, body.error.code], [403, 'auth.operator_needed'], address)
      }
      const anonymous = await desk.app.inject({
        method,
        url: path.replace(':id', newId()),
        ...(method !== 'GET' && { payload: {} }),
      })
      assert.equal(anonymous.statusCode, 401, address)
    }
    const named = { 'x-workspace': desk.owner.workspaceId }
    assert.equal((await desk.call('GET /operator/refunds', undefined, desk.operator, named)).status, 200)
    await desk.read(sql`update people set is_operator = false where id = ${desk.operator.personId}`)
    assert.equal((await ask('GET /refunds')).status, 403)
    await desk.read(sql`update people set is_operator = true where id = ${desk.operator.personId}`)
    assert.equal((await desk.call('GET /usage', undefined, desk.operator, named)).status, 404)
  })

  test('a proof is opened, rejected, sent again and approved; each of it is written down for the shop', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await sendProof(order.id, owner)
    const proof = async () =>
      (await ask<{ proofs: { id: string; order_id: string; due: number }[] }>('GET /proofs')).body.proofs.find(
        one => one.order_id === order.id,
      )
    const first = await proof()
    assert.equal(first?.due, order.due)
    const { body } = await ask<{ url: string }>(`GET /proofs/${first?.id}/file`)
    const file = await desk.app.inject({ url: body.url.slice(desk.platform.config.publicUrl.length) })
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'image/png'])
    assert.equal((await ask(`POST /proofs/${first?.id}/reject`, { reason: ' ' })).status, 400)
    assert.equal((await ask(`POST /proofs/${first?.id}/reject`, { reason: 'Ảnh mờ' })).status, 200)
    assert.equal(await proof(), undefined)
    await sendProof(order.id, owner)
    const approval = { amount: order.due, booked_date: '2026-11-20', reference: 'FT-desk-1' }
    const again = await proof()
    assert.equal((await ask(`POST /proofs/${again?.id}/approve`, approval)).status, 200)
    assert.equal((await ask(`POST /proofs/${again?.id}/approve`, approval)).status, 409)
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    assert.deepEqual(await acts(owner.workspaceId), ['proof.opened', 'proof.rejected', 'proof.approved'])
  })

  test('money without an order is attached by the code that its payer was shown, once', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer('tien hoc phi', order.due, { reference: 'FT-DESK-2' })
    const { body } = await ask<{ transfers: { id: string; reference: string }[] }>('GET /transfers')
    const found = body.transfers.find(one => one.reference === 'FT-DESK-2')
    const attach = (memo_code: string) => ask(`POST /transfers/${found?.id}/attach`, { memo_code })
    assert.equal((await attach('CBNOSUCHCODE')).status, 404)
    assert.equal((await attach(order.memo_code.toLowerCase())).status, 200)
    assert.equal((await attach(order.memo_code)).status, 409)
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    assert.deepEqual(await acts(owner.workspaceId), ['transfer.attached'])
  })

  test('a refund goes from the review to the customer’s account, and no step twice', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    await desk.read(sql`update orders set settled_at = settled_at - interval '10 days' where id = ${order.id}`)
    const refund = (await desk.call<{ id: string }>('POST /refunds', { order_id: order.id, reason: 'Nghỉ bán' }, owner))
      .body
    const shown = async () =>
      (await ask<{ refunds: DeskRefund[] }>('GET /refunds')).body.refunds.find(one => one.id === refund.id)
    const step = async (name: string, body?: object) =>
      (await ask(`POST /refunds/${refund.id}/${name}`, body ?? {})).status
    assert.deepEqual([(await shown())?.status, (await shown())?.by_provider], ['requested', false])
    assert.equal(await step('sent', { reference: 'too early' }), 409)
    assert.equal(await step('approve'), 200)
    assert.equal(await step('reject', { note: 'too late' }), 409)
    await desk.platform.jobs.drain()
    assert.equal(await step('sent', { reference: 'FT-back' }), 200)
    assert.equal(await step('failed', { note: 'Sai số tài khoản' }), 200)
    assert.equal((await shown())?.note, 'Sai số tài khoản')
    assert.equal(await step('sent', { reference: 'FT-back-2' }), 200)
    assert.equal(await step('arrived'), 200)
    assert.equal(await step('arrived'), 409)
    assert.equal(await shown(), undefined)
    assert.equal((await desk.subscription(owner))?.status, 'ended')
    const written = ['approved', 'sent', 'failed', 'sent', 'succeeded'].map(one => `refund.${one}`)
    assert.deepEqual(await acts(owner.workspaceId), written)
  })

  test('what the policy refuses an operator gives back, with a reason', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    await desk.read(sql`update orders set settled_at = settled_at - interval '90 days' where id = ${order.id}`)
    assert.equal((await ask('POST /refunds', { order_id: order.id, reason: '' })).status, 400)
    assert.equal((await ask('POST /refunds', { order_id: order.id, reason: 'Lỗi của chúng tôi' })).status, 201)
    assert.equal((await ask('POST /refunds', { order_id: order.id, reason: 'Lần nữa' })).status, 409)
    assert.deepEqual(await acts(owner.workspaceId), ['refund.overridden'])
  })

  test('contact requests wait until somebody has dealt with them', async () => {
    const id = newId()
    await desk.read(sql`insert into private.contact_requests (id, name, contact, message, language, created_at)
      values (${id}, 'Bùi Thảo', '0903123456', 'Gọi lại giúp em', 'vi', ${desk.platform.clock.now()})`)
    const ids = async (status: string) =>
      (
        await ask<{ contact_requests: DeskContactRequest[] }>(`GET /contact-requests?status=${status}`)
      ).body.contact_requests.map(one => one.id)
    assert.deepEqual([await ids('open'), await ids('done')], [[id], []])
    assert.equal((await ask(`POST /contact-requests/${id}/done`)).status, 200)
    assert.equal((await ask(`POST /contact-requests/${id}/done`)).status, 409)
    assert.deepEqual([await ids('open'), await ids('done')], [[], [id]])
    assert.equal((await ask(`POST /contact-requests/${id}/reopen`)).status, 200)
    assert.deepEqual(await ids('open'), [id])
    assert.equal((await ask(`POST /contact-requests/${newId()}/done`)).status, 404)
    assert.deepEqual(await acts(desk.houseId), ['contact-request.done', 'contact-request.reopened'])
  })

  test('dead letters of everybody are replayed or dropped, once, without showing what they hold', async () => {
    const owner = await makeOwner(desk.platform)
    const [own, shared, third] = [newId(), newId(), newId()]
    const addDeadLetter = (id: string, workspaceId: string | null) =>
      desk.read(sql`insert into dead_letters (id, workspace_id, kind, ref, payload, reason, attempts, created_at)
        values (${id}, ${workspaceId}, 'send mail', ${id}, '{"to": "secret@shop.example", "subject": "s", "text": "t", "html": "h"}', 'Hộp thư đầy', 8, ${desk.platform.clock.now()})`)
    await addDeadLetter(own, owner.workspaceId)
    await addDeadLetter(shared, null)
    const list = async () => (await ask<{ dead_letters: DeskDeadLetter[] }>('GET /dead-letters')).body.dead_letters
    assert.deepEqual((await list()).map(one => one.id).toSorted(), [own, shared].toSorted())
    assert.ok(!JSON.stringify(await list()).includes('secret@shop.example'))
    assert.equal((await ask(`POST /dead-letters/${own}/replay`)).status, 200)
    assert.equal((await ask(`POST /dead-letters/${own}/replay`)).status, 404)
    assert.equal((await ask(`POST /dead-letters/${shared}/drop`)).status, 200)
    assert.equal((await ask(`POST /dead-letters/${shared}/replay`)).status, 404)
    await addDeadLetter(third, null)
    assert.deepEqual((await ask('POST /dead-letters/replay')).body, { replayed: 1 })
    assert.deepEqual(await list(), [])
    await desk.platform.jobs.drain()
    assert.equal(desk.mails().filter(mail => mail.to === 'secret@shop.example').length, 2)
    assert.deepEqual(await acts(owner.workspaceId), ['dead-letter.replayed'])
    assert.deepEqual((await acts(desk.houseId)).slice(-2), ['dead-letter.dropped', 'dead-letter.replayed'])
  })

  test('workspaces are found without marks, by people in them, by id, and not by wildcards', async () => {
    const owner = await makeOwner(desk.platform)
    await desk.read(sql`update workspaces set name = 'Tiệm Bánh ĐỒNG QUÊ' where id = ${owner.workspaceId}`)
    const find = async (search: string) =>
      (await ask<DeskWorkspaces>(`GET /workspaces?search=${encodeURIComponent(search)}`)).body
    for (const search of ['tiem banh dong que', 'TIỆM bánh', 'Đồng', `${owner.personId}@SHOP`, owner.workspaceId])
      assert.deepEqual(
        (await find(search)).workspaces.map(one => one.id),
        [owner.workspaceId],
        search,
      )
    const [shown] = (await find('dong que')).workspaces
    assert.deepEqual([shown?.plan_status, shown?.members], ['trialing', 1])
    await makeMember(desk.platform, owner)
    const [larger] = (await find('dong que')).workspaces
    assert.deepEqual([larger?.members, larger?.owner], [2, `${owner.personId}@shop.example`])
    assert.deepEqual(await find('%'), { workspaces: [], total: 0 })
    await desk.read(
      sql`update workspaces set created_at = created_at - interval '1 day' where id = ${owner.workspaceId}`,
    )
    const all = await find('')
    assert.equal(all.workspaces.at(-1)?.id, owner.workspaceId, 'the newest first')
    assert.equal(all.total, all.workspaces.length)
    assert.ok(all.total > 3 && !all.workspaces.some(one => one.id === desk.houseId))
  })

  test('a workspace that is deleted is found no more', async () => {
    const { workspaceId } = await makeOwner(desk.platform)
    const found = async () => (await ask<DeskWorkspaces>(`GET /workspaces?search=${workspaceId}`)).body.total
    assert.equal(await found(), 1)
    await desk.read(sql`update workspaces set deleted_at = ${desk.platform.clock.now()} where id = ${workspaceId}`)
    assert.equal(await found(), 0)
  })

  async function sendProof(orderId: string, owner: Owner): Promise<void> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png)]), 'bien-lai.png')
    const encoded = new Response(form)
    const answer = await desk.app.inject({
      method: 'POST',
      url: `/api/v1/orders/${orderId}/proof`,
      headers: { ...owner.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    assert.equal(answer.statusCode, 201)
  }
})
