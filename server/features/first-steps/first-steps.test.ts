import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findWidget } from '#features/channels/website/find-widget.ts'
import type { FirstSteps } from '#shared/contracts/first-steps.results.ts'
import { testApp, testPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

test('four steps, kept with the shop: another device goes on, who saw an older state is told so, members only look', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const app = await testApp(platform)
  t.after(() => app.close())
  const admin = await makeOwner(platform)
  const member = await makeMember(platform, admin)
  const call = async (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object, who: Owner = admin) => {
    const url = `/api/v1/first-steps${path}`
    const answer = await app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() as FirstSteps & { error?: { code: string } } }
  }
  const namesOf = () =>
    platform.db.asService(admin.workspaceId, tx =>
      sql<{ shop: string; channel: string; bot: string | null }>`select w.name as shop, c.name as channel, b.name as bot
        from workspaces w join channels c on c.workspace_id = w.id and not c.hosted
        left join bot_settings b on b.workspace_id = w.id where w.id = ${admin.workspaceId}`.execute(tx),
    )
  await platform.db.asService(admin.workspaceId, tx =>
    sql`update channels set name = (select name from workspaces where id = workspace_id) where workspace_id = ${admin.workspaceId}`.execute(
      tx,
    ),
  )

  const shownName = async () => {
    const { widget } = await platform.db.asService(admin.workspaceId, async tx => {
      const { rows } = await sql<{ widget: string }>`select account_id as widget from channels
        where workspace_id = ${admin.workspaceId} and kind = 'website'`.execute(tx)
      return rows[0]!
    })
    return platform.db.asService(null, async tx => (await findWidget(tx, widget)).name)
  }
  assert.equal(await shownName(), 'Cửa hàng', 'not the full name of who signed up')

  const first = (await call('GET', '')).body
  assert.deepEqual([first.step, first.later, first.page.slug], [1, false, null])
  const shop = { version: first.version, name: ' Tiệm gội Mây ', trade: 'spa', avatar: null }
  assert.equal((await call('PUT', '/shop', shop, member)).status, 403)
  assert.equal((await call('PUT', '/shop', { ...shop, name: ' ' })).status, 400)
  assert.equal((await call('PUT', '/shop', { ...shop, trade: 'bank' })).status, 400)
  const named = (await call('PUT', '/shop', shop)).body
  assert.deepEqual([named.step, named.name, named.trade], [2, 'Tiệm gội Mây', 'spa'])
  const mine = 'Tiệm gội Mây'
  assert.deepEqual((await namesOf()).rows, [{ shop: mine, channel: mine, bot: mine }])
  assert.equal(await shownName(), mine)

  const late = await call('PUT', '/shop', { ...shop, name: 'Khác' })
  assert.deepEqual([late.status, late.body.error?.code], [409, 'first_steps.changed'])
  assert.equal((await call('GET', '', undefined, member)).body.name, mine)

  await platform.db.asService(admin.workspaceId, tx =>
    sql`update bot_settings set name = 'Bé Mây' where workspace_id = ${admin.workspaceId}`.execute(tx),
  )
  const again = (await call('PUT', '/shop', { ...shop, version: named.version, name: 'Mây Spa' })).body
  assert.equal((await namesOf()).rows[0]?.bot, 'Bé Mây')

  assert.equal((await call('PUT', '/later', { later: true })).body.later, true)
  const last = (await call('PUT', '/step', { version: again.version, step: 4 })).body
  assert.deepEqual([last.step, last.page.slug, last.page.channel_id], [4, 'may-spa', null])
  assert.equal((await app.inject('/c/may-spa')).statusCode, 404, 'kept, not open')
  assert.equal((await call('PUT', '/step', { version: last.version, step: 5 })).status, 400)
  const renamed = (await call('PUT', '/shop', { ...shop, version: last.version, name: 'Mây Spa' })).body
  assert.equal(renamed.step, 4, 'who goes back loses no step')
  const { rows: log } = await platform.db.asService(admin.workspaceId, tx =>
    sql<{ name: string }>`select meta ->> 'name' as name from audit_log where workspace_id = ${admin.workspaceId}
      and action = 'workspace.renamed' order by at, id`.execute(tx),
  )
  assert.deepEqual(
    log.map(({ name }) => name),
    [mine, 'Mây Spa'],
  )

  await platform.db.asService(admin.workspaceId, tx =>
    sql`update workspaces set bot_status = 'off' where id = ${admin.workspaceId}`.execute(tx),
  )
  const two = await Promise.all([1, 2].map(() => call('POST', '/finish', { version: renamed.version, page: true })))
  assert.deepEqual(
    two.map(one => one.status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const done = (await call('GET', '')).body
  assert.deepEqual([done.step, done.later, typeof done.page.channel_id], [null, false, 'string'])
  assert.equal((await app.inject('/c/may-spa')).statusCode, 200)
  const { rows } = await platform.db.asService(admin.workspaceId, tx =>
    sql<{ bot_status: string }>`select bot_status from workspaces where id = ${admin.workspaceId}`.execute(tx),
  )
  assert.equal(rows[0]?.bot_status, 'on')
  assert.equal(
    (await call('PUT', '/step', { version: done.version, step: 2 })).body.step,
    null,
    'what is done stays done',
  )
})
