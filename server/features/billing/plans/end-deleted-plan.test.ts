import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { closeWorkspace } from '#features/workspaces/close-workspace.ts'
import { openBankDriver } from '#tests/drivers/bank-driver.ts'

test('a deleted workspace is charged nothing more: its plan ends, no order stays open, its receipts stay', async t => {
  const desk = await openBankDriver()
  t.after(() => desk.close())
  const paid = await desk.order('pro', 'month')
  await desk.transfer(paid.memo_code, paid.due)
  assert.equal((await desk.subscription())?.status, 'active')
  const { platform, owner } = desk
  await platform.db.asService(owner.workspaceId, tx =>
    closeWorkspace(platform, tx, owner.workspaceId, { personId: owner.personId }),
  )
  await platform.jobs.drain()
  await platform.jobs.drain()
  assert.equal((await desk.subscription())?.status, 'ended')
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ id: string; status: string; invoices: number }>`select o.id, o.status,
      (select count(*)::int from invoices i where i.order_id = o.id) as invoices
      from orders o where o.workspace_id = ${owner.workspaceId}`.execute(tx),
  )
  const of = new Map(rows.map(row => [row.id, row]))
  assert.deepEqual([of.get(paid.id)?.status, of.get(paid.id)?.invoices], ['success', 1])
  assert.ok(rows.every(row => row.status !== 'processing'))
})
