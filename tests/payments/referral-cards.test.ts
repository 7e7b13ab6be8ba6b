// The same card is detected; a dispute holds or takes back commissions.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { matureCommissions } from '#features/referrals/mature-commissions.ts'
import { codeOf } from '#features/referrals/referral-code.ts'
import { openWorkspace } from '#features/workspaces/open-workspace.ts'
import { newId } from '#platform/ids.ts'
import { type CardDriver, openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner, signIn } from '#tests/fixtures/shop-owner.ts'

describe('cards of referrers and friends', () => {
  let desk: CardDriver
  before(async () => {
    desk = await openCardDriver()
  })
  after(() => desk.close())

  async function refer(by: Owner): Promise<Owner> {
    const { platform } = desk
    const personId = newId()
    const person = {
      person_id: personId,
      email: `${personId}@shop.example`,
      full_name: 'Trần Minh Tâm',
      language: 'vi',
    } as const
    await platform.db.asService(null, async tx => {
      const code = await codeOf(platform, tx, by.workspaceId)
      await platform.jobs.emit(tx, 'person.signed-up', { ...person, referral: { code, peer: newId(), device: null } })
    })
    await platform.jobs.drain()
    await openWorkspace(platform, { ...person, invitation: false })
    const [member] = await desk.read(
      sql<{ workspace_id: string }>`select workspace_id from members where person_id = ${personId}`,
    )
    const headers = await signIn(platform, personId, person.email)
    return { personId, workspaceId: member?.workspace_id ?? '', headers }
  }

  async function payByCard(who: Owner, fingerprint: string): Promise<void> {
    await desk.sim(desk.stripe, 'card', { fingerprint })
    const order = await desk.orderBy('stripe', {}, who)
    await desk.sim(desk.stripe, 'pay', { session: desk.pageOf(order) })
    await desk.settle()
  }

  const commission = async (owner: Owner) =>
    (
      await desk.read(
        sql<{
          status: string
          reason: string | null
        }>`select status, reason from commissions where workspace_id = ${owner.workspaceId}`,
      )
    )[0]

  test('the same card on both sides waits for a person; which card it was is kept nowhere', async () => {
    const [one, two] = [await makeOwner(desk.platform), await makeOwner(desk.platform)]
    await payByCard(one, 'fp_one')
    await payByCard(two, 'fp_two')
    const [same, other] = [await refer(one), await refer(two)]
    await payByCard(same, 'fp_one')
    await payByCard(other, 'fp_three')
    // The order of the two jobs does not matter: the card is checked again before anything becomes available.
    await desk.platform.db.asService(null, tx => sql`update commissions set matures_at = earned_at`.execute(tx))
    await matureCommissions(desk.platform)
    assert.deepEqual([(await commission(one))?.status, (await commission(two))?.status], ['held', 'available'])
    const marks = JSON.stringify(await desk.read(sql`select * from private.payer_marks`))
    assert.ok(marks.includes('card') && !marks.includes('fp_'))
  })

  test('a dispute at Stripe holds the commission; won, it goes its way; lost, it is taken back', async () => {
    for (const end of ['won', 'lost'] as const) {
      const referrer = await makeOwner(desk.platform)
      await payByCard(await refer(referrer), newId())
      assert.equal((await commission(referrer))?.status, 'pending')
      const intent = desk.stripe.world.all('charge').at(-1)?.['payment_intent']
      await desk.sim(desk.stripe, 'dispute', { payment_intent: intent })
      await desk.settle()
      assert.equal((await commission(referrer))?.status, 'held')
      for (let twice = 0; twice < 2; twice++) {
        await desk.sim(desk.stripe, 'dispute', { payment_intent: intent, status: end })
        await desk.settle()
      }
      const ended = await commission(referrer)
      assert.equal(ended?.status, end === 'won' ? 'pending' : 'reversed')
    }
  })

  test('a dispute that was won is no history: what it held elsewhere is released by itself', async () => {
    const referrer = await makeOwner(desk.platform)
    await payByCard(referrer, newId())
    const intent = desk.stripe.world.all('charge').at(-1)?.['payment_intent']
    await desk.sim(desk.stripe, 'dispute', { payment_intent: intent })
    await desk.settle()
    await payByCard(await refer(referrer), newId())
    assert.equal((await commission(referrer))?.status, 'held')
    await desk.sim(desk.stripe, 'dispute', { payment_intent: intent, status: 'won' })
    await desk.settle()
    assert.equal((await commission(referrer))?.status, 'pending')
  })
})
