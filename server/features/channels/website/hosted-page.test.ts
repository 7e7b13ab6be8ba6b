import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { maxSlugs } from '#shared/contracts/channels/hosted-page.contract.ts'
import { testApp, testPlatform } from '#server/testing.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { makeWidget } from '#tests/fixtures/visitor.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { disconnectChannel } from '../connections/disconnect-channel.ts'
import { readChannelName } from '../read-channel-name.ts'
import { openHostedPage, renameHostedPage } from './hosted-page.ts'

const here = 'http://localhost:3000'

async function shop(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const app = await testApp(platform)
  t.after(() => app.close())
  const name = (text: string, id = workspace.workspaceId) =>
    platform.db.asService(id, tx => sql`update workspaces set name = ${text} where id = ${id}`.execute(tx))
  await name('Tiệm gội Mây')
  const widgetOf = async (id: string | null) =>
    (
      await platform.db.asService(workspace.workspaceId, tx =>
        sql<{ account_id: string }>`select account_id from channels where id = ${id}`.execute(tx),
      )
    ).rows[0]!.account_id
  const ticket = (widget: string, origin: string) =>
    app.inject({ method: 'POST', url: '/widget/v1/ticket', headers: { origin }, payload: { widget } })
  const channelName = (id: string) =>
    platform.db.asService(workspace.workspaceId, tx => readChannelName(platform, tx, workspace.workspaceId, id))
  return { platform, app, workspace, name, widgetOf, ticket, channelName }
}

test('a shop opens its own chat page; it stands there alone, in no frame, and not in search engines', async t => {
  const { platform, app, workspace, widgetOf, ticket, name, channelName } = await shop(t)
  const page = await openHostedPage(platform, workspace.admin)
  assert.equal(page.address, `${here}/c/tiem-goi-may`)
  assert.deepEqual(await openHostedPage(platform, workspace.admin), page, 'once')
  assert.equal(await channelName(page.channel_id!), 'localhost:3000/c/tiem-goi-may')

  await name('Tiệm <b>Mây</b>')
  const shown = await app.inject({ url: '/c/tiem-goi-may', headers: { 'accept-language': 'en' } })
  assert.equal(shown.statusCode, 200)
  assert.match(shown.body, /<title>Tiệm &lt;b&gt;Mây&lt;\/b&gt;<\/title>/)
  assert.match(String(shown.headers['x-robots-tag']), /noindex/)
  assert.match(String(shown.headers['content-security-policy']), /frame-ancestors 'none'/)

  const widget = await widgetOf(page.channel_id)
  assert.equal((await ticket(widget, here)).statusCode, 200)
  for (const foreign of ['https://shop.example', 'http://localhost.shop.example', 'null'])
    assert.equal((await ticket(widget, foreign)).json().error.code, 'widget.domain_not_registered', foreign)
  const website = await makeWidget(platform, await makeWorkspace(platform))
  assert.equal((await ticket(website.account_id, here)).json().error.code, 'widget.domain_not_registered')
  assert.equal((await app.inject(`/widget/v1/frame?widget=${widget}&origin=${here}`)).statusCode, 403)
  assert.equal((await app.inject(`/widget/v1/config?widget=${widget}`)).json().name, 'Tiệm <b>Mây</b>')
})

test('the page takes no connection, closes with its channel, and opens again where it was', async t => {
  const { platform, app, workspace } = await shop(t)
  const used = async () =>
    (
      await platform.db.asService(workspace.workspaceId, tx =>
        sql<{ used: number }>`select used from usage_counters
          where workspace_id = ${workspace.workspaceId} and metric = 'connections'`.execute(tx),
      )
    ).rows[0]?.used
  const before = await used()
  const { channel_id } = await openHostedPage(platform, workspace.admin)
  await disconnectChannel(platform, workspace.admin, { id: channel_id! })
  assert.equal(await used(), before)
  const closed = await app.inject('/c/tiem-goi-may')
  assert.equal(closed.statusCode, 404)
  assert.match(closed.body, /Tiệm gội Mây đang tạm nghỉ/)
  const again = await openHostedPage(platform, workspace.admin)
  assert.equal(again.slug, 'tiem-goi-may')
  assert.notEqual(again.channel_id, channel_id)
})

test('an address is changed: the old one leads on; what is reserved, taken or no address is refused', async t => {
  const { platform, app, workspace, name, channelName } = await shop(t)
  await openHostedPage(platform, workspace.admin)
  const rename = (slug: string) => renameHostedPage(platform, workspace.admin, { slug })
  const code = (slug: string) =>
    rename(slug).then(
      () => 'none',
      (error: { code: string }) => error.code,
    )
  assert.equal((await rename('Gội-Mây')).slug, 'goi-may')
  const led = await app.inject('/c/tiem-goi-may')
  assert.deepEqual([led.statusCode, led.headers.location], [302, '/c/goi-may'])
  assert.equal(
    await channelName((await openHostedPage(platform, workspace.admin)).channel_id!),
    'localhost:3000/c/goi-may',
  )
  assert.equal(await code('../x'), 'channel.slug_invalid')
  assert.equal(await code('admin'), 'channel.slug_taken')
  assert.equal(await code('ho-tro-zalo'), 'channel.slug_taken')

  const other = await makeWorkspace(platform)
  await name('Gội Mây', other.workspaceId)
  assert.equal((await openHostedPage(platform, other.admin)).slug, 'goi-may-2')
  await assert.rejects(renameHostedPage(platform, other.admin, { slug: 'tiem-goi-may' }), {
    code: 'channel.slug_taken',
  })
  assert.equal((await openHostedPage(platform, other.admin)).slug, 'goi-may-2', 'a refusal changes nothing')
  assert.equal((await rename('tiem-goi-may')).slug, 'tiem-goi-may', 'one’s own earlier address')
  await platform.db.asService(workspace.workspaceId, tx =>
    sql`insert into private.hosted_pages (slug, workspace_id, is_present, made_at)
      select 'goi-may-so-' || n, ${workspace.workspaceId}, false, ${platform.clock.now()}
      from generate_series(3, ${maxSlugs}) n`.execute(tx),
  )
  assert.equal(await code('goi-may-moi'), 'channel.slugs_reached')
  assert.equal((await rename('tiem-goi-may')).slug, 'tiem-goi-may', 'an earlier one takes no place')
  assert.equal((await app.inject('/c/nobody-here')).statusCode, 404)
})

test('members read the address, admins change it, nobody sees another shop’s', async t => {
  const { platform, app } = await shop(t)
  const admin = await makeOwner(platform)
  const member = await makeMember(platform, admin)
  const call = (who: Owner, method: 'GET' | 'POST' | 'PATCH', payload?: object, headers = {}) =>
    app.inject({
      method,
      url: '/api/v1/hosted-page',
      headers: { ...who.headers, ...headers },
      ...(payload && { payload }),
    })
  assert.equal((await call(member, 'POST')).statusCode, 403)
  assert.equal((await call(member, 'PATCH', { slug: 'mine' })).statusCode, 403)
  assert.equal((await call(admin, 'POST')).statusCode, 200)
  assert.ok((await call(member, 'GET')).json().slug)
  const stranger = await makeOwner(platform)
  assert.equal((await call(stranger, 'GET')).json().slug, null)
  assert.equal((await call(stranger, 'GET', undefined, { 'x-workspace': admin.workspaceId })).statusCode, 404)
})
