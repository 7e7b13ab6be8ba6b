import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openHouse } from '#features/site/open-house.ts'
import type { DeskEInvoice } from '#shared/contracts/operator.results.ts'
import { type BankDriver, openBankDriver } from '#tests/drivers/bank-driver.ts'
import { makeOperator, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Code = { error?: { code: string } }

describe('e-invoices', () => {
  let desk: BankDriver
  let operator: Owner
  before(async () => {
    desk = await openBankDriver()
    await openHouse(desk.platform)
    operator = await makeOperator(desk.platform)
  })
  after(() => desk.close())

  async function receipt(taxId: string): Promise<{ owner: Owner; id: string }> {
    const owner = await makeOwner(desk.platform)
    const details = {
      company: 'Công ty Hoa Sen',
      tax_id: taxId,
      address: '1 Lê Lợi, Huế',
      invoice_email: 'ke-toan@hoa-sen.example',
    }
    if (taxId) await desk.call('PUT /billing-details', details, owner)
    const order = await desk.order('pro', 'month', owner)
    await desk.transfer(order.memo_code, order.due)
    const [row] = await desk.read(
      sql<{ id: string }>`select id from invoices where workspace_id = ${owner.workspaceId}`,
    )
    return { owner, id: row?.id ?? '' }
  }
  const actsOf = async ({ workspaceId }: Owner) =>
    (
      await desk.read(
        sql<{
          action: string
        }>`select action from audit_log where workspace_id = ${workspaceId} and action ~ 'billing|invoice' order by at, id`,
      )
    ).map(({ action }) => action)
  const ask = (owner: Owner, id: string) =>
    desk.call<{ status: string } & Code>(`POST /invoices/${id}/e-invoice`, {}, owner)
  const open = async () =>
    (await desk.call<{ e_invoices: DeskEInvoice[] }>('GET /operator/e-invoices', undefined, operator)).body.e_invoices
  const states = async (owner: Owner) =>
    (
      await desk.call<{ e_invoices: { status: string; number: string | null }[] }>('GET /billing', undefined, owner)
    ).body.e_invoices.map(one => [one.status, one.number])

  test('are asked for once, carry all that the law wants, and are issued with number and lookup code', async () => {
    const { owner, id } = await receipt('0100112437')
    assert.deepEqual(await states(owner), [])
    for (let n = 0; n < 2; n++) assert.equal((await ask(owner, id)).body.status, 'requested')
    await desk.platform.jobs.drain()
    const [waiting, ...more] = (await open()).filter(one => one.id === id)
    assert.equal(more.length, 0)
    assert.deepEqual([waiting?.buyer.tax_id, waiting?.seller.tax_id], ['0100112437', '0100112437'])
    assert.equal(Number(waiting?.net) + Number(waiting?.tax), Number(waiting?.total))
    assert.equal(waiting?.tax_bp, 800)
    const issued = {
      symbol: '1C26TSN',
      number: '00000123',
      lookup_code: 'ABCD1234',
      lookup_url: 'https://tracuu.example',
    }
    const recordIssued = () => desk.call<Code>(`POST /operator/e-invoices/${id}/issued`, issued, operator)
    assert.deepEqual(
      (await Promise.all([recordIssued(), recordIssued()])).map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    assert.deepEqual(await states(owner), [['issued', '00000123']])
    assert.equal((await ask(owner, id)).body.status, 'issued')
    assert.ok((await open()).every(one => one.id !== id))
    assert.deepEqual(await actsOf(owner), ['billing.details-changed', 'e-invoice.issued'])
    assert.equal((await desk.call<Code>(`POST /operator/e-invoices/${id}/failed`, { note: 'x' }, operator)).status, 409)
  })

  test('that cannot be issued say so, and are tried again when asked for', async () => {
    const { owner, id } = await receipt('0301464823')
    await ask(owner, id)
    assert.equal(
      (await desk.call(`POST /operator/e-invoices/${id}/failed`, { note: 'Sai địa chỉ' }, operator)).status,
      200,
    )
    assert.deepEqual(await states(owner), [['failed', null]])
    const note = async () => (await open()).find(one => one.id === id)?.note
    assert.equal(await note(), 'Sai địa chỉ')
    assert.equal((await ask(owner, id)).body.status, 'requested')
    assert.equal(await note(), null)
    assert.deepEqual(await actsOf(owner), ['billing.details-changed', 'e-invoice.failed'])
  })

  test('need a buyer with a tax number, and are nobody else’s', async () => {
    const { owner, id } = await receipt('')
    assert.equal((await ask(owner, id)).body.error?.code, 'billing.buyer_unknown')
    const stranger = await makeOwner(desk.platform)
    assert.equal((await ask(stranger, id)).body.error?.code, 'request.not_found')
    assert.equal((await desk.call('GET /operator/e-invoices', undefined, owner)).status, 403)
  })
})
