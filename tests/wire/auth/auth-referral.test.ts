import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { codeOf } from '#features/referrals/referral-code.ts'
import { referralCookie } from '#shared/rules/money/referral.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { type OauthDesk, openOauthDesk } from './oauth-driver.ts'

describe('an account that came by a link', () => {
  let desk: OauthDesk
  before(async () => {
    desk = await openOauthDesk()
  })
  after(() => desk.close())

  test('an account that a provider vouches for is bound to the link that its browser came by', async () => {
    desk.newcomer()
    const { platform, origin } = desk
    const owner = await makeOwner(platform)
    const code = await platform.db.asService(null, tx => codeOf(platform, tx, owner.workspaceId))
    const browser = desk.browser()
    const set = await browser.open(await desk.wayOf(desk.client()))
    const { host } = new URL(origin)
    browser.cookies.set(host, `${browser.cookies.get(host)}; ${referralCookie}=${code}`)
    await browser.follow(set.headers.get('location') ?? '')
    await platform.jobs.drain()
    const bound = await platform.db.readAsService<{ email: string }>(sql`select p.email from referrals r
    join members m on m.workspace_id = r.referred_id join people p on p.id = m.person_id where r.workspace_id = ${owner.workspaceId}`)
    assert.deepEqual(bound, [{ email: desk.simulator.person.email }])
  })
})
