import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { openWebsite } from '#tests/fixtures/website.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { checkPage } from './check-page.ts'
import { readPageCode } from './read-page-code.ts'

const server = 'https://sen.example'
const line = (widget: string) => `<script async src="${server}/widget/v1/loader.js" data-widget="${widget}"></script>`
const words = '<p>Một tiệm gội đầu dưỡng sinh ở Đà Nẵng, mở cửa mỗi ngày từ chín giờ sáng đến chín giờ tối.</p>'.repeat(
  4,
)

test('what a page says of the code: there, another’s, forbidden, made by scripts, or nowhere', () => {
  const read = (body: string, policy?: string) =>
    readPageCode({ body, policies: policy ? [policy] : [] }, { server, widget: 'wgt_may' }).finding
  const whole = `<body>${words}${line('wgt_may')}</body>`
  assert.equal(read(whole), 'well')
  assert.equal(read(`<body>${words}</body>`), 'absent')
  assert.equal(read(`<body>${words}${line('wgt_khac')}</body>`), 'other_code')
  assert.equal(read('<body><div id="root"></div><script src="/app.js"></script></body>'), 'scripts')
  assert.equal(
    read(`<body>${words}<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script></body>`),
    'scripts',
  )
  assert.equal(read(whole, "script-src 'self'"), 'csp')
  assert.equal(read(whole, `script-src 'self' ${server}; frame-src 'none'`), 'csp')
  assert.equal(read(whole, `default-src 'self' https://*.example; img-src *`), 'well')
  assert.equal(read(whole, 'img-src *'), 'well')
  assert.equal(read(`<meta http-equiv="Content-Security-Policy" content="default-src 'self'">${whole}`), 'csp')
})

test('only the channel’s own pages are looked at, bounded, and another shop’s never', async t => {
  const site = await openWebsite()
  t.after(() => site.close())
  const platform = await testPlatform({ settings: { CRAWL_ALLOWED_HOSTS: site.host } })
  t.after(() => platform.close())
  const shop = await makeWorkspace(platform)
  const check = (url?: string, caller = shop.admin) =>
    checkPage(platform, caller, { id: shop.channelId, ...(url && { url }) })
  assert.equal((await check()).finding, 'no_domain')
  await platform.db.asService(shop.workspaceId, tx =>
    sql`insert into website_domains (id, workspace_id, channel_id, host, created_at)
      values (${newId()}, ${shop.workspaceId}, ${shop.channelId}, ${site.host}, now())`.execute(tx),
  )
  site.set('/', `<body>${words}${line(`wgt_${shop.channelId}`)}</body>`)
  assert.deepEqual(await check(), { finding: 'well', url: `${site.url}/`, detail: null })
  assert.deepEqual(await check('http://169.254.169.254/latest'), {
    finding: 'wrong_domain',
    url: 'http://169.254.169.254/latest',
    detail: '169.254.169.254',
  })
  site.set('/moved', { status: 302, headers: { location: 'http://127.0.0.2:9/' } })
  assert.equal((await check(`${site.url}/moved`)).finding, 'unreachable')
  site.set('/closed', { status: 503, body: words })
  assert.equal((await check(`${site.url}/closed`)).finding, 'refused')
  site.set('/long', { body: 'x'.repeat(3 * 1024 * 1024) })
  assert.equal((await check(`${site.url}/long`)).finding, 'unreachable')
  const asked = site.hits.length
  const stranger = await makeWorkspace(platform)
  await assert.rejects(check(undefined, stranger.admin), { code: 'request.not_found' })
  assert.equal(site.hits.length, asked)
})
