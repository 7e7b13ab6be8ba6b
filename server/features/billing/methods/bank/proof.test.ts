import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { type BankDriver, openBankDriver } from '#tests/drivers/bank-driver.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { pollBank } from './poll-bank.ts'
import { approveProof, attachTransfer, listOpenProofs, listUnmatched, rejectProof } from './review-transfers.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const operator = { personId: newId() }

describe('transfers that a person looks at', () => {
  let desk: BankDriver
  before(async () => {
    desk = await openBankDriver()
  })
  after(async () => {
    assert.deepEqual(await desk.faults(), [])
    await desk.close()
  })

  async function send(orderId: string, owner: Owner, content: Buffer = png, reference = '') {
    const form = new FormData()
    if (reference) form.append('reference', reference)
    form.append('file', new Blob([new Uint8Array(content)], { type: 'text/html' }), '../../bien lai.html')
    const encoded = new Response(form)
    return desk.app.inject({
      method: 'POST',
      url: `/api/v1/orders/${orderId}/proof`,
      headers: { ...owner.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
  }
  const codeOf = (answer: { json: () => { error: { code: string } } }) => answer.json().error.code

  test('a proof is stored, shown to admins by a link, and changes nothing by itself', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    const sent = await send(order.id, owner, png, 'FT1')
    assert.equal(sent.statusCode, 201)
    assert.equal((await send(order.id, owner)).json<{ id: string }>().id, sent.json<{ id: string }>().id)
    const acts = await desk.read(
      sql<object>`select actor, target, action from audit_log where workspace_id = ${owner.workspaceId} and action like 'proof.%'`,
    )
    assert.deepEqual(acts, [{ actor: owner.personId, target: order.id, action: 'proof.sent' }])
    const waiting = await desk.readOrder(order.id, owner)
    assert.deepEqual([waiting.status, waiting.status_detail], ['processing', 'proof_review'])
    assert.equal((await desk.subscription(owner))?.status, 'trialing')
    const { body } = await desk.call<{ url: string }>(`GET /orders/${order.id}/proof/file`, undefined, owner)
    const file = await desk.app.inject({ url: body.url.slice(desk.platform.config.publicUrl.length) })
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'image/png'])
    assert.ok(file.rawPayload.equals(png))
    // A polyglot file is served as a picture only and cannot run.
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.match(String(file.headers['content-security-policy']), /sandbox/)
    const member = await makeMember(desk.platform, owner)
    assert.equal((await desk.call(`GET /orders/${order.id}/proof/file`, undefined, member)).status, 403)
    assert.equal((await desk.call(`GET /orders/${order.id}/proof/file`)).status, 404)
    assert.equal((await send(order.id, desk.owner)).statusCode, 404)
  })

  test('what is no picture and no PDF, or too large, is refused by what it is', async () => {
    const order = await desk.order('pro', 'month')
    const pages = [
      '<html>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      '<?xml version="1.0"?><svg/>',
      ' <!doctype html>',
      'GIF89a/*',
    ]
    for (const page of pages)
      assert.equal(codeOf(await send(order.id, desk.owner, Buffer.from(page))), 'billing.proof_wrong_type', page)
    assert.equal(codeOf(await send(order.id, desk.owner, Buffer.alloc(0))), 'billing.proof_missing')
    const exact = Buffer.concat([png, Buffer.alloc(10_485_760 - png.length)])
    assert.equal((await send(order.id, desk.owner, exact)).statusCode, 201)
    const more = await send(order.id, desk.owner, Buffer.concat([exact, Buffer.alloc(1)]))
    assert.deepEqual([more.statusCode, codeOf(more)], [413, 'billing.proof_too_large'])
  })

  test('approved by the account’s own figures it settles; the feed that tells it later, of another day, tells nothing new', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await send(order.id, owner, Buffer.concat([png, Buffer.from('another')]))
    const proof = (await listOpenProofs(desk.platform)).find(one => one.order_id === order.id)
    assert.ok(proof)
    const approval = { id: proof.id, amount: order.due, booked_date: '2026-11-18', reference: 'ft 9001' }
    const results = await Promise.allSettled([
      approveProof(desk.platform, operator, approval),
      approveProof(desk.platform, operator, approval),
    ])
    assert.deepEqual(results.map(result => result.status).toSorted(), ['fulfilled', 'rejected'])
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    await desk.transfer(order.memo_code, order.due, { reference: 'FT9001' })
    assert.equal(await desk.balance('user_credit', owner), 0)
    const [logged] = await desk.read(sql<{ actor: string; meta: { amount: number } }>`select actor, meta from audit_log
      where workspace_id = ${owner.workspaceId} and action = 'proof.approved'`)
    assert.deepEqual([logged?.actor, logged?.meta.amount], [operator.personId, order.due])
  })

  test('money that a feed has told already is not taken from a proof once more', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await send(order.id, owner)
    const proof = (await listOpenProofs(desk.platform)).find(one => one.order_id === order.id)
    assert.ok(proof && proof.same_picture > 0)
    await desk.transfer('nothing that is known', order.due, { reference: 'FT9002' })
    await assert.rejects(
      approveProof(desk.platform, operator, {
        id: proof.id,
        amount: order.due,
        booked_date: '2026-11-20',
        reference: 'FT9002',
      }),
      { code: 'billing.transfer_known' },
    )
    const transfer = (await listUnmatched(desk.platform)).find(one => one.reference === 'FT9002')
    assert.ok(transfer?.suggestions.some(one => one.order_id === order.id))
    const attach = () => attachTransfer(desk.platform, operator, { id: transfer?.id ?? '', order_id: order.id })
    const attached = await Promise.allSettled([attach(), attach()])
    assert.deepEqual(attached.map(result => result.status).toSorted(), ['fulfilled', 'rejected'])
    assert.equal((await desk.readOrder(order.id, owner)).status, 'success')
    const rows = await desk.read(
      sql<{ status: string }>`select status from private.payment_proofs where id = ${proof.id}`,
    )
    assert.deepEqual(rows, [{ status: 'closed' }])
    assert.equal(codeOf(await send(order.id, owner)), 'billing.order_closed')
  })

  test('of an order that is over one is taken for seven days, and leaves it over', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await desk.call(`POST /orders/${order.id}/cancel`, {}, owner)
    const over = (ms: number) =>
      desk.read(
        sql`update orders set failed_at = ${new Date(desk.platform.clock.now().getTime() - ms)} where id = ${order.id}`,
      )
    await over(days(7))
    assert.equal((await send(order.id, owner)).statusCode, 201)
    const { status, status_detail } = await desk.readOrder(order.id, owner)
    assert.deepEqual([status, status_detail], ['failed', 'cancelled'])
    await over(days(7) + 1)
    assert.equal(codeOf(await send(order.id, owner)), 'billing.order_closed')
  })

  test('rejected, the order waits as before', async () => {
    const owner = await makeOwner(desk.platform)
    const order = await desk.order('pro', 'month', owner)
    await send(order.id, owner)
    const proof = (await listOpenProofs(desk.platform)).find(one => one.order_id === order.id)
    await rejectProof(desk.platform, operator, { id: proof?.id ?? '', reason: 'Ảnh mờ' })
    const waiting = await desk.readOrder(order.id, owner)
    assert.deepEqual([waiting.status, waiting.status_detail], ['processing', 'waiting'])
    assert.ok(!(await listOpenProofs(desk.platform)).some(one => one.order_id === order.id))
  })
})

test('while an order waits SePay is asked, and what it lists is taken once', async () => {
  let asked = 0
  let listed: object[] = []
  const sepay = createServer((request, response) => {
    asked++
    const right =
      request.headers.authorization === 'Bearer token-1' && request.url?.includes('account_number=0900000001')
    response.writeHead(right ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: 200, transactions: listed }))
  })
  await new Promise<void>(resolve => sepay.listen(0, '127.0.0.1', resolve))
  const { port } = sepay.address() as { port: number }
  const desk = await openBankDriver({ SEPAY_API_TOKEN: 'token-1', SEPAY_API_BASE: `http://127.0.0.1:${port}` })
  const poll = async () => {
    await pollBank(desk.platform)
    await desk.platform.jobs.drain()
  }
  try {
    await poll()
    assert.equal(asked, 0)
    const order = await desk.order()
    const row = {
      account_number: '0900000001',
      transaction_date: '2026-11-20 10:00:00',
      amount_out: '0.00',
      reference_number: 'FT77',
      sub_account: null,
    }
    listed = [
      { ...row, id: '49682', amount_in: `${order.due}.00`, transaction_content: `tra tien ${order.memo_code}` },
      { ...row, id: '49683', amount_in: 'nonsense', transaction_content: 'x', reference_number: 'FT78' },
      { strange: true },
    ]
    await poll()
    assert.equal((await desk.readOrder(order.id)).status, 'success')
    await desk.transfer(order.memo_code, order.due, { id: 49_682, reference: 'FT77' })
    assert.equal(await desk.balance('user_credit'), 0)
    await poll()
    assert.equal(asked, 1)
    assert.deepEqual(await desk.faults(), [])
  } finally {
    await desk.close()
    sepay.close()
  }
})
