import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { findWorkspaces } from '#features/operations/find-workspaces.ts'
import { listOpenWithdrawals } from '#features/referrals/list-withdrawals.ts'
import { openReferralDriver, type ReferralDriver } from '#tests/drivers/referral-driver.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'

describe('open disputes', () => {
  let desk: ReferralDriver
  let operator: Owner
  before(async () => {
    desk = await openReferralDriver()
    operator = await desk.makeOperator()
  })
  after(() => desk.close())

  async function shop(): Promise<Owner> {
    const owner = await desk.earned(1_000_000)
    await desk.account(owner)
    return owner
  }

  test('operators see a dispute of the shop or of one that it referred while it is open, and no other', async () => {
    const owner = await shop()
    const friend = await desk.refer(await desk.code(owner))
    const strange = await shop()
    const { id } = await desk.withdraw(owner, 200_000)
    await desk.withdraw(strange, 200_000)
    const { clock, db } = desk.platform
    const orders = new Map<Owner, string>()
    for (const one of [owner, friend, strange]) orders.set(one, (await desk.pay(one)).id)
    const dispute = (one: Owner, closed: boolean) =>
      db.asService(null, tx =>
        sql`insert into private.payment_disputes (method, reference, order_id, workspace_id, amount, currency, status, opened_at, closed_at)
          values ('stripe', ${`dp_${one.workspaceId}`}, ${orders.get(one)}, ${one.workspaceId}, 1, 'VND',
            ${closed ? 'lost' : 'needs_response'}, ${clock.now()}, ${closed ? clock.now() : null})
          on conflict (method, reference) do update set status = excluded.status, closed_at = excluded.closed_at`.execute(
          tx,
        ),
      )
    const marked = async () => ({
      withdrawal: (await listOpenWithdrawals(desk.platform, operator)).find(one => one.id === id)?.disputed,
      shop: (await findWorkspaces(desk.platform, operator, { search: owner.workspaceId })).workspaces[0]?.disputed,
    })
    await dispute(strange, false)
    assert.deepEqual(await marked(), { withdrawal: false, shop: false })
    for (const { whose, shop } of [
      { whose: owner, shop: true },
      { whose: friend, shop: false },
    ]) {
      await dispute(whose, false)
      assert.deepEqual(await marked(), { withdrawal: true, shop })
      await dispute(whose, true)
      assert.deepEqual(await marked(), { withdrawal: false, shop: false })
    }
  })
})
