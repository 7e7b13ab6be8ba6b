import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { testApp, testPlatform } from '#server/testing.ts'
import { makeWidget, openChat, shopOrigin } from '#tests/fixtures/visitor.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { readChannelName } from '../read-channel-name.ts'
import { connectWebsite, setDomains } from './connect-website.ts'
import { disconnectChannel } from '../connections/disconnect-channel.ts'
import { forgetOldVisitors } from './website-visitor.ts'

async function shop(t: TestContext) {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  await limitConnections(platform, workspace.workspaceId, 3)
  const app = await testApp(platform)
  t.after(() => app.close())
  return { platform, app, workspace, widget: await makeWidget(platform, workspace) }
}

async function limitConnections(platform: Platform, workspaceId: string, max: number) {
  await platform.db.asService(workspaceId, tx =>
    sql`update usage_counters set hard_limit = ${max} where workspace_id = ${workspaceId} and metric = 'connections'`.execute(
      tx,
    ),
  )
}

const code = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code

test('one click makes a channel with its domains and the script to paste', async t => {
  const { platform, workspace } = await shop(t)
  const channel = await connectWebsite(platform, workspace.admin, {
    domains: ['https://Tiệm-Gốm.vn/a', '*.shop.vn', 'localhost:3000', 'LOCALHOST:3000'],
  })
  assert.match(channel.account_id, /^wgt_[a-z0-9]{20}$/)
  assert.deepEqual(channel.domains, ['*.shop.vn', 'localhost:3000', 'xn--tim-gm-jk8b7c.vn'])
  assert.equal(
    channel.snippet,
    `<script async src="http://localhost:3000/widget/v1/loader.js" data-widget="${channel.account_id}" data-locale="vi"></script>`,
  )
})

test('a channel is named by its first domain, and by the shop when it has none any more', async t => {
  const { platform, workspace } = await shop(t)
  const { workspaceId, admin } = workspace
  const domains = ['localhost:3000', '*.shop.vn', 'tiệm-gốm.vn']
  const { id, name: own } = await connectWebsite(platform, admin, { domains })
  const name = () => platform.db.asService(workspaceId, tx => readChannelName(platform, tx, workspaceId, id))
  assert.equal(await name(), 'tiệm-gốm.vn')
  await setDomains(platform, admin, { id, domains: ['b.vn'] })
  assert.equal(await name(), 'b.vn')
  await setDomains(platform, admin, { id, domains: [] })
  assert.equal(await name(), own)
})

test('a channel counts as a connection until it is disconnected', async t => {
  const { platform, workspace, widget } = await shop(t)
  const used = async () =>
    (
      await platform.db.asService(workspace.workspaceId, tx =>
        sql<{
          used: number
        }>`select used from usage_counters where workspace_id = ${workspace.workspaceId} and metric = 'connections'`.execute(
          tx,
        ),
      )
    ).rows[0]?.used
  await connectWebsite(platform, workspace.admin, { domains: [] })
  assert.equal(await used(), 2)
  await disconnectChannel(platform, workspace.admin, { id: widget.id })
  await disconnectChannel(platform, workspace.admin, { id: widget.id })
  assert.equal(await used(), 1)
})

test('no more channels than the plan holds, also when asked at once', async t => {
  const { platform, workspace } = await shop(t)
  await limitConnections(platform, workspace.workspaceId, 2)
  const asked = await Promise.allSettled(
    [1, 2, 3].map(() => connectWebsite(platform, workspace.admin, { domains: [] })),
  )
  assert.deepEqual(asked.map(one => one.status).sort(), ['fulfilled', 'rejected', 'rejected'])
})

test('domains are replaced as a whole; a wrong one changes nothing', async t => {
  const { platform, workspace, widget } = await shop(t)
  const { id } = widget
  assert.deepEqual(await setDomains(platform, workspace.admin, { id, domains: ['b.vn', 'shop.example'] }), {
    id,
    domains: ['b.vn', 'shop.example'],
  })
  await assert.rejects(setDomains(platform, workspace.admin, { id, domains: ['c.vn', 'no good'] }), {
    code: 'channel.domain_invalid',
    details: { domain: 'no good' },
  })
  const { rows } = await platform.db.asService(workspace.workspaceId, tx =>
    sql<{
      host: string
    }>`select host from website_domains where workspace_id = ${workspace.workspaceId} and channel_id = ${id} order by host`.execute(
      tx,
    ),
  )
  assert.deepEqual(rows, [{ host: 'b.vn' }, { host: 'shop.example' }])
})

test("another workspace's channel is not there", async t => {
  const { platform, widget } = await shop(t)
  const other = await makeWorkspace(platform)
  await assert.rejects(setDomains(platform, other.admin, { id: widget.id, domains: [] }), { code: 'request.not_found' })
  await assert.rejects(disconnectChannel(platform, other.admin, { id: widget.id }), { code: 'request.not_found' })
})

test('a ticket is for a registered page alone, and says so to others in words they can read', async t => {
  const { app, widget } = await shop(t)
  const ask = (origin: string | undefined) =>
    app.inject({
      method: 'POST',
      url: '/widget/v1/ticket',
      headers: origin === undefined ? {} : { origin },
      payload: { widget: widget.account_id },
    })
  const good = await ask(shopOrigin)
  assert.equal(good.statusCode, 200)
  assert.equal(good.headers['access-control-allow-origin'], shopOrigin)
  for (const origin of ['https://evil.example', 'https://shop.example:8443', 'null', undefined]) {
    const refused = await ask(origin)
    assert.equal(refused.statusCode, 403)
    assert.equal(code(refused), 'widget.domain_not_registered')
    assert.equal(refused.headers['access-control-allow-origin'], origin ?? '*')
  }
  const plain = await app.inject({
    method: 'POST',
    url: '/widget/v1/ticket',
    headers: { origin: shopOrigin, 'content-type': 'text/plain;charset=UTF-8' },
    payload: JSON.stringify({ widget: widget.account_id }),
  })
  assert.equal(plain.statusCode, 200, 'as the loader sends it, without a preflight')
  const preflight = await app.inject({ method: 'OPTIONS', url: '/widget/v1/ticket', headers: { origin: shopOrigin } })
  assert.equal(preflight.statusCode, 204)
  assert.equal(preflight.headers['access-control-allow-headers'], 'content-type')
})

test('a session needs a ticket of this widget that is not over, from a page still registered', async t => {
  const { platform, app, workspace, widget } = await shop(t)
  const other = await makeWidget(platform, workspace)
  const ticketOf = async (id: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/widget/v1/ticket',
        headers: { origin: shopOrigin },
        payload: { widget: id },
      })
    ).json().ticket
  const open = (ticket: string | null) =>
    app.inject({
      method: 'POST',
      url: '/widget/v1/sessions',
      payload: { widget: widget.account_id, ticket, page_url: shopOrigin, locale: 'vi' },
    })
  const ticket = await ticketOf(widget.account_id)
  const session = (await open(ticket)).json()
  assert.deepEqual(session, { visitor_token: session.visitor_token, conversation_id: null, cursor: '0' })
  assert.equal(code(await open(await ticketOf(other.account_id))), 'widget.ticket_invalid')
  assert.equal(code(await open('made.up')), 'widget.ticket_invalid')
  assert.equal(code(await open(null)), 'widget.domain_not_registered')
  platform.clock.advance(5 * 60_000)
  assert.equal(code(await open(ticket)), 'widget.ticket_invalid')
  const fresh = await ticketOf(widget.account_id)
  await setDomains(platform, workspace.admin, { id: widget.id, domains: ['elsewhere.vn'] })
  assert.equal(code(await open(fresh)), 'widget.domain_not_registered')
  await setDomains(platform, workspace.admin, { id: widget.id, domains: [] })
  assert.equal(code(await open(fresh)), 'widget.no_domains')
})

test('a disconnected widget is closed to old visitors too', async t => {
  const { platform, app, workspace, widget } = await shop(t)
  const visitor = await openChat(app, widget.account_id)
  assert.equal((await visitor.send('chào shop')).status, 201)
  await disconnectChannel(platform, workspace.admin, { id: widget.id })
  assert.equal((await visitor.send('còn đó không')).status, 404)
  const config = await app.inject({ url: '/widget/v1/config', query: { widget: widget.account_id } })
  assert.equal(code(config), 'widget.not_found')
})

test('the loader and the frame are told the owner’s greetings and picture', async t => {
  const { platform, app, widget, workspace } = await shop(t)
  const query = { widget: widget.account_id, origin: shopOrigin, locale: 'vi' }
  const shownConfig = async () => [
    (await app.inject({ url: '/widget/v1/config', query: { widget: widget.account_id } })).json<{
      avatar: string | null
    }>().avatar,
    /data-avatar="([^"]*)"/.exec((await app.inject({ url: '/widget/v1/frame', query })).body)?.[1] ?? null,
  ]
  assert.deepEqual(await shownConfig(), [null, null])
  const avatar = `${workspace.workspaceId}/${newId()}`
  await platform.db.asService(workspace.workspaceId, tx =>
    sql`insert into bot_settings (workspace_id, avatar, updated_at) values (${workspace.workspaceId}, ${avatar}, now())`.execute(
      tx,
    ),
  )
  const address = `/storage/v1/object/public/avatars/${avatar}`
  assert.deepEqual(await shownConfig(), [address, address])
  await platform.db.asService(workspace.workspaceId, tx =>
    sql`update bot_settings set widget_colour = '#0e6b73', widget_side = 'left', widget_on_phones = false,
      widget_starters = array['Xem "bảng giá"'] where workspace_id = ${workspace.workspaceId}`.execute(tx),
  )
  const config = await app.inject({ url: '/widget/v1/config', query: { widget: widget.account_id } })
  const { colour, left, away, starters } = config.json<Record<string, unknown>>()
  assert.deepEqual(
    [colour, left, away, starters],
    ['#0e6b73', true, true, { vi: ['Xem "bảng giá"'], en: ['Xem "bảng giá"'] }],
  )
  const frame = await app.inject({ url: '/widget/v1/frame', query })
  assert.match(frame.body, /data-starters="\{&quot;vi&quot;:\[&quot;Xem \\&quot;bảng giá/)
})

test('only registered pages may frame the chat, and nothing inline stands in it', async t => {
  const { app, widget } = await shop(t)
  const frame = (origin: string) =>
    app.inject({ url: '/widget/v1/frame', query: { widget: widget.account_id, origin, locale: 'vi' } })
  const page = await frame(shopOrigin)
  assert.equal(page.statusCode, 200)
  assert.equal(page.headers['x-frame-options'], undefined)
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.ok(policy.endsWith('frame-ancestors https://shop.example http://shop.example'))
  assert.doesNotMatch(page.body, /<style|style=|<script(?![^>]* src=)|\son\w+=/)
  assert.match(page.body, /data-origin="https:\/\/shop\.example"/)
  const [, asset = ''] = /src="([^"]+)"/.exec(page.body) ?? []
  const script = await app.inject({ url: asset, headers: { 'accept-encoding': 'gzip' } })
  assert.equal(script.statusCode, 200)
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(script.headers['content-encoding'], 'gzip')
  const [, style = ''] = /href="([^"]+\.css)"/.exec(page.body) ?? []
  const css = await app.inject({ url: style, headers: { 'accept-encoding': 'gzip' } })
  const bytes = script.rawPayload.length + css.rawPayload.length
  assert.ok(bytes <= 30 * 1024, `${bytes} bytes`)

  const refused = await frame('https://evil.example')
  assert.equal(refused.statusCode, 403)
  assert.match(refused.body, /Khung chat chưa bật cho trang này/)
  assert.doesNotMatch(refused.body, /<script/)
})

test("a shop's name cannot break out of the frame's page", async t => {
  const { platform, app, workspace } = await shop(t)
  const name = '"><script>alert(1)</script>'
  const widget = await connectWebsite(platform, workspace.admin, { domains: ['shop.example'], name })
  const page = await app.inject({
    url: '/widget/v1/frame',
    query: { widget: widget.account_id, origin: shopOrigin, locale: 'xx' },
  })
  assert.match(page.body, /data-name="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/)
  assert.doesNotMatch(page.body, /<script>/)
})

test('the loader is one small script for any page', async t => {
  const { app } = await shop(t)
  const loader = await app.inject({ url: '/widget/v1/loader.js', headers: { 'accept-encoding': 'gzip' } })
  assert.equal(loader.statusCode, 200)
  assert.equal(loader.headers['cross-origin-resource-policy'], 'cross-origin')
  assert.ok(loader.rawPayload.length <= 6 * 1024, `${loader.rawPayload.length} bytes`)
  const again = await app.inject({
    url: '/widget/v1/loader.js',
    headers: { 'if-none-match': String(loader.headers.etag) },
  })
  assert.equal(again.statusCode, 304)
  for (const url of ['/widget/v1/assets/..%2fmanifest.json', '/widget/v1/manifest.json', '/widget/v1/assets/none.js'])
    assert.equal((await app.inject({ url })).statusCode, 404)
})

test('the chat that opens stays within thirty kilobytes, as a page of its own too', async t => {
  const { app, widget } = await shop(t)
  const page = await app.inject({
    url: '/widget/v1/frame',
    query: { widget: widget.account_id, origin: shopOrigin, locale: 'vi' },
  })
  const files = [...page.body.matchAll(/(?:src|href)="(\/widget\/v1\/assets\/[^"]+)"/g)].map(match => match[1] ?? '')
  assert.ok(files.length >= 2, page.body)
  let bytes = 0
  for (const url of files) {
    const file = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    bytes += file.rawPayload.length
  }
  assert.ok(bytes <= 30 * 1024, `${bytes} bytes`)
  const loader = await app.inject('/widget/v1/chat-page.js')
  assert.equal(loader.statusCode, 200)
  const chat = /assets\/page-chat-[\w-]+\.js/.exec(loader.body)?.[0] ?? ''
  const whole = await app.inject({ url: `/widget/v1/${chat}`, headers: { 'accept-encoding': 'gzip' } })
  assert.ok(whole.statusCode === 200 && whole.rawPayload.length <= 30 * 1024, `${whole.rawPayload.length} bytes`)
})

test('a visitor is stored, as a hash, with the first message and not before', async t => {
  const { platform, app, widget } = await shop(t)
  const visitor = await openChat(app, widget.account_id)
  const rows = async () =>
    (
      await platform.db.asService(null, tx =>
        sql<{ token_hash: string }>`select token_hash from private.visitors`.execute(tx),
      )
    ).rows
  assert.deepEqual(await rows(), [])
  await visitor.send('chào shop')
  const [row, ...more] = await rows()
  assert.equal(more.length, 0)
  assert.match(row?.token_hash ?? '', /^[0-9a-f]{64}$/)
  const back = await openChat(app, widget.account_id, visitor.token)
  assert.equal(back.token, visitor.token)
  platform.clock.advance(181 * 86_400_000)
  await forgetOldVisitors(platform)
  assert.deepEqual(await rows(), [])
  assert.notEqual((await openChat(app, widget.account_id, visitor.token)).token, visitor.token)
})

test('the owner sees on which registered host the widget was loaded, written down at most every ten minutes', async t => {
  const { platform, app, widget } = await shop(t)
  const load = (origin: string) =>
    app.inject({ url: '/widget/v1/config', query: { widget: widget.account_id }, headers: { origin } })
  const seen = async () =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          seen: Record<string, string> | null
        }>`select health -> 'seen' as seen from channels where id = ${widget.id}`.execute(tx),
      )
    ).rows[0]?.seen
  await load('https://elsewhere.example')
  assert.equal(await seen(), null)
  const first = platform.clock.now().toISOString()
  await load(shopOrigin)
  assert.deepEqual(await seen(), { [new URL(shopOrigin).host]: first })
  platform.clock.advance(60_000)
  await load(shopOrigin)
  assert.deepEqual(await seen(), { [new URL(shopOrigin).host]: first })
  platform.clock.advance(3_600_000)
  await load(shopOrigin)
  assert.notDeepEqual(await seen(), { [new URL(shopOrigin).host]: first })
})

test('the owner’s own greetings stand in the frame’s page, each for its language', async t => {
  const { app, workspace, widget, platform } = await shop(t)
  const { workspaceId } = workspace
  await platform.db.asService(workspaceId, tx =>
    sql`insert into bot_settings (workspace_id, greeting, greeting_en, updated_at) values (${workspaceId}, 'Chào mình', 'Hi "there"', now())
      on conflict (workspace_id) do update set greeting = excluded.greeting, greeting_en = excluded.greeting_en`.execute(
      tx,
    ),
  )
  const page = await app.inject({
    url: '/widget/v1/frame',
    query: { widget: widget.account_id, origin: shopOrigin, locale: 'en' },
  })
  assert.match(page.body, / data-greeting="Chào mình" data-greeting-en="Hi &quot;there&quot;"/)
})
