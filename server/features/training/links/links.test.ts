import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { LinkMode } from '#shared/contracts/training/training.contract.ts'
import type { Source } from '../sources/source-row.ts'
import type { Caller } from '#platform/http/caller.ts'
import { days, minutes, seconds } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { openWebsite, webPage, type Website } from '#tests/fixtures/website.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { addLink } from './add-link.ts'
import { cancelSource } from '../sources/cancel-source.ts'
import { changeLink } from './change-link.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import { removeSource } from '../sources/remove-source.ts'
import { resyncDue } from './resync-due.ts'
import { resyncSource } from './resync-source.ts'
import { saveCrawled } from './save-crawled.ts'

type Page = Pick<Source, 'title' | 'url' | 'status' | 'reason' | 'version' | 'passages_count'>

describe('website links', () => {
  let platform: TestPlatform
  let site: Website
  let caller: Caller

  before(async () => {
    site = await openWebsite()
    platform = await testPlatform({ settings: { CRAWL_ALLOWED_HOSTS: site.host } })
  })
  after(async () => {
    await platform.close()
    await site.close()
  })
  beforeEach(async () => {
    caller = (await makeWorkspace(platform)).admin
    for (const path of ['/', '/gia', '/giao-hang', '/an', '/robots.txt', '/sitemap.xml']) site.remove(path)
    site.set(
      '/',
      webPage('Tiệm gốm Mộc An', '<p>Gốm làm tay từ Bát Tràng, mở cửa từ 8h đến 20h mỗi ngày.</p>', [
        '/gia',
        '/giao-hang',
      ]),
    )
    site.set(
      '/gia',
      webPage(
        'Bảng giá',
        '<table><tr><th>Món</th><th>Giá</th></tr><tr><td>Chén quân</td><td>65.000đ</td></tr><tr><td>Ấm tử sa</td><td>450.000đ</td></tr></table>',
      ),
    )
    site.set('/giao-hang', webPage('Giao hàng', '<p>Phí giao hàng nội thành là 20.000đ một đơn.</p>'))
    site.hits.length = 0
  })

  async function add(path: string, mode: LinkMode, more: object = {}): Promise<Source> {
    return addLink(platform, caller, { url: site.url + path, mode, ...more })
  }

  async function find(id: string): Promise<Source & { link_limit: number }> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<
        Source & { link_limit: number }
      >`select * from sources where workspace_id = ${caller.workspaceId} and id = ${id}`.execute(tx),
    )
    return rows[0]!
  }

  async function pagesOf(id: string): Promise<Page[]> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<Page>`select title, url, status, reason, version, passages_count from sources
        where workspace_id = ${caller.workspaceId} and parent_id = ${id} order by url`.execute(tx),
    )
    return rows
  }

  async function read(id: string, maxSeconds = 400): Promise<Source> {
    for (let second = 0; second < maxSeconds; second++) {
      await platform.jobs.drain()
      const source = await find(id)
      if (source.status !== 'processing') return source
      platform.clock.advance(seconds(1))
    }
    throw new Error('It never ended.')
  }

  async function pageTexts(): Promise<string> {
    const { knowledge } = await loadKnowledge(platform, caller.workspaceId)
    return knowledge.passages
      .map(passage => `${passage.title}: ${passage.text}`)
      .sort()
      .join('\n')
  }

  async function documents(): Promise<number> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{
        used: number
      }>`select used from usage_counters where workspace_id = ${caller.workspaceId} and metric = 'documents'`.execute(
        tx,
      ),
    )
    return rows[0]?.used ?? -1
  }

  const plan = (status: string): Promise<unknown> =>
    platform.db.asService(null, tx =>
      sql`update subscriptions set status = ${status} where workspace_id = ${caller.workspaceId}`.execute(tx),
    )
  const failsWith = (promise: Promise<unknown>, code: string): Promise<void> =>
    assert.rejects(promise, error => error instanceof Failure && error.code === code)

  test('one page is read: its content without the site’s frame, its name, its table by rows', async () => {
    const added = await add('/gia#top', 'page')
    assert.deepEqual([added.status, added.url, await documents()], ['processing', `${site.url}/gia`, 1])
    const source = await read(added.id)
    assert.deepEqual(
      [source.status, source.title, source.pages_read, source.reason],
      ['processed', 'Bảng giá', 1, null],
    )
    const words = await pageTexts()
    assert.match(words, /Chén quân \| 65\.000đ/)
    assert.doesNotMatch(words, /Trang chủ|Bản quyền|hotline/)
    assert.deepEqual(site.hits, ['/robots.txt', '/gia'])
    assert.match(site.asked('/gia')?.['user-agent'] ?? '', /^SenBot\/1\.0 \(\+http/)
  })

  test('a site is read as far as two clicks, one request a second, each page once', async () => {
    site.set(
      '/gia',
      webPage('Bảng giá', '<p>Chén quân giá 65.000đ.</p>', [
        '/sau',
        '/gia?utm_source=fb',
        '/gia#chen',
        '/anh.jpg',
        '/cart',
        'https://other.example/',
        'mailto:a@b.vn',
      ]),
    )
    site.set('/sau', webPage('Trang hai lần bấm', '<p>Ấm tử sa giá 450.000đ.</p>', ['/sau-nua']))
    site.set('/sau-nua', webPage('Quá xa', '<p>Không đọc tới.</p>'))
    site.set('/ban-sao', webPage('Giao hàng', '<p>Phí giao hàng nội thành là 20.000đ một đơn.</p>'))
    site.set(
      '/giao-hang',
      webPage('Giao hàng', '<p>Phí giao hàng nội thành là 20.000đ một đơn.</p>', ['/ban-sao', '/co-chinh']),
    )
    site.set(
      '/co-chinh',
      `<link rel="canonical" href="/gia">${webPage('Bảng giá', '<p>Chén quân giá 65.000đ. Bản in.</p>')}`.replace(
        '<title>',
        '<link rel="canonical" href="/gia"><title>',
      ),
    )
    const started = platform.clock.now().getTime()
    const added = await add('/', 'site', { depth: 2 })
    const source = await read(added.id)
    assert.equal(source.title, 'Tiệm gốm Mộc An')
    assert.deepEqual((await pagesOf(added.id)).map(page => page.title).sort(), [
      'Bảng giá',
      'Giao hàng',
      'Tiệm gốm Mộc An',
      'Trang hai lần bấm',
    ])
    assert.deepEqual([source.pages_read, source.pages_found, source.pages_failed, await documents()], [4, 4, 0, 1])
    const asked = site.hits.filter(path => path !== '/robots.txt')
    assert.equal(new Set(asked).size, asked.length)
    assert.ok(!asked.some(path => /sau-nua|anh|cart|utm/.test(path)), asked.join(' '))
    assert.ok(platform.clock.now().getTime() - started >= seconds(site.hits.length - 1), 'faster than one a second')
    for (const path of ['/sau', '/sau-nua', '/ban-sao', '/co-chinh']) site.remove(path)
  })

  test('robots.txt is honoured, also its pace; a host in trouble with it is left alone', async () => {
    site.set('/robots.txt', 'User-agent: *\nDisallow: /gia$\nCrawl-delay: 3\n\nUser-agent: OtherBot\nDisallow: /')
    const started = platform.clock.now().getTime()
    const added = await add('/', 'site', { depth: 1 })
    await read(added.id)
    const pages = await pagesOf(added.id)
    assert.deepEqual(
      pages.map(page => [page.url?.replace(site.url, ''), page.status, page.reason]),
      [
        ['/', 'processed', null],
        ['/gia', 'failed', 'training.page_robots'],
        ['/giao-hang', 'processed', null],
      ],
    )
    assert.ok(!site.hits.includes('/gia'))
    assert.ok(platform.clock.now().getTime() - started >= seconds(3))
    site.set('/robots.txt', { status: 503 })
    const other = await add('/giao-hang', 'page')
    assert.equal((await read(other.id)).reason, 'training.page_robots')
  })

  test('a site map gives its pages, within the plan’s number', async () => {
    const many = Array.from({ length: 8 }, (_, n) => `/san-pham/${n}`)
    for (const path of many)
      site.set(path, webPage(`Sản phẩm ${path}`, `<p>Sản phẩm ở ${path} giá ${path.length}9.000đ.</p>`))
    site.set(
      '/sitemap.xml',
      `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${site.url}/map-1.xml</loc></sitemap></sitemapindex>`,
    )
    site.set(
      '/map-1.xml',
      `<urlset>${[...many, '/gia.pdf', 'https://other.example/x'].map(path => `<url><loc>${path.startsWith('/') ? site.url + path : path}</loc></url>`).join('')}</urlset>`,
    )
    const added = await add('/', 'sitemap', { limit: 4 })
    const source = await read(added.id)
    assert.deepEqual([source.status, source.pages_read, source.pages_failed], ['processed', 4, 0])
    assert.equal((await pagesOf(added.id)).length, 4)
    for (const path of many) site.remove(path)
    const { id } = await add('/gia', 'site', { limit: 500 })
    assert.equal((await find(id)).link_limit, 20)
  })

  test('a site map is also found where robots.txt says it is', async () => {
    site.set('/robots.txt', `User-agent: *\nSitemap: ${site.url}/ban-do.xml\nSitemap: https://other.example/x.xml`)
    site.set('/ban-do.xml', `<urlset><url><loc>${site.url}/gia</loc></url></urlset>`)
    const added = await add('/', 'sitemap')
    await read(added.id)
    assert.deepEqual(
      (await pagesOf(added.id)).map(page => page.title),
      ['Bảng giá'],
    )
    site.remove('/ban-do.xml')
  })

  test('many looks at once leave the queue its places', async () => {
    const links = [await add('/', 'page'), await add('/gia', 'page'), await add('/giao-hang', 'page')]
    const first = caller
    caller = (await makeWorkspace(platform)).admin
    links.push(await add('/', 'page'), await add('/gia', 'page'), await add('/giao-hang', 'page'))
    await platform.jobs.drain()
    assert.ok(site.hits.length <= 4)
    for (const link of links.slice(3)) assert.equal((await read(link.id)).status, 'processed')
    caller = first
    for (const link of links.slice(0, 3)) assert.equal((await read(link.id)).status, 'processed')
  })

  test('without a site map the reason says so', async () => {
    const added = await add('/', 'sitemap')
    const source = await read(added.id)
    assert.deepEqual([source.status, source.reason, await documents()], ['failed', 'training.sitemap_empty', 0])
  })

  test('each page says why it could not be read', async () => {
    const pages: Record<string, Parameters<Website['set']>[1]> = {
      '/x-mat': { status: 410 },
      '/x-cam': { status: 403 },
      '/x-loi': { status: 500 },
      '/x-anh': { headers: { 'content-type': 'image/png' }, body: 'x' },
      '/x-rong': '<html><body><div id="app"></div><script>render()</script></body></html>',
      '/x-to': { body: 'x'.repeat(5 * 1024 * 1024 + 1) },
      '/x-vong': { status: 302, headers: { location: '/x-vong2' } },
      '/x-vong2': { status: 302, headers: { location: '/x-vong3' } },
      '/x-vong3': { status: 302, headers: { location: '/x-vong4' } },
      '/x-vong4': { status: 302, headers: { location: '/x-vong5' } },
      '/x-noi-bo': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
    }
    for (const [path, page] of Object.entries(pages)) site.set(path, page)
    site.set(
      '/',
      webPage(
        'Tiệm gốm',
        '<p>Gốm làm tay từ Bát Tràng.</p>',
        Object.keys(pages).filter(path => !/vong\d/.test(path)),
      ),
    )
    const added = await add('/', 'site', { depth: 1 })
    const source = await read(added.id)
    const reasons = Object.fromEntries(
      (await pagesOf(added.id)).map(page => [page.url?.replace(site.url, ''), page.reason]),
    )
    assert.deepEqual(reasons, {
      '/': null,
      '/x-mat': 'training.page_missing',
      '/x-cam': 'training.page_refused',
      '/x-loi': 'training.page_unreachable',
      '/x-anh': 'training.page_type',
      '/x-rong': 'training.page_empty',
      '/x-to': 'training.page_too_large',
      '/x-vong4': 'training.page_redirects',
    })
    assert.deepEqual([source.pages_read, source.status], [1, 'processed'])
    assert.equal(site.hits.filter(path => path === '/x-loi').length, 3)
    for (const path of Object.keys(pages)) site.remove(path)
  })

  test('addresses that lead inside, and those that are none, are refused before anything is stored', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://169.254.169.254/latest',
      'http://[::1]/',
      'http://2130706433/',
      'ftp://a.vn/',
      'http://a.vn:22/',
      'javascript:alert(1)',
      'https://me:pw@a.vn/',
      '  ',
      'không phải địa chỉ',
    ])
      await failsWith(addLink(platform, caller, { url }), 'training.link_invalid')
    assert.equal(await documents(), 0)
    // A nonexistent name fails like an internal one: "unreachable".
    const added = await addLink(platform, caller, { url: 'http://khong-co.invalid/' })
    assert.deepEqual([(await read(added.id)).reason, await documents()], ['training.page_unreachable', 0])
  })

  test('the old version answers until all of the new one is there; what is unchanged is not read again', async () => {
    site.set('/giao-hang', {
      headers: { etag: '"1"' },
      body: webPage('Giao hàng', '<p>Phí giao hàng nội thành là 20.000đ một đơn.</p>'),
    })
    const { id } = await add('/', 'site', { depth: 1 })
    await read(id)
    const before = await pageTexts()
    site.set('/gia', webPage('Bảng giá', '<p>Chén quân giá 70.000đ.</p>'))
    site.set('/giao-hang', {
      answer: (response, headers) => response.writeHead(headers['if-none-match'] === '"1"' ? 304 : 500).end(),
    })
    await resyncSource(platform, caller, { id })
    let steps = 0
    while ((await find(id)).status === 'processing') {
      assert.equal(await pageTexts(), before)
      await platform.jobs.drain()
      platform.clock.advance(seconds(1))
      steps++
    }
    assert.ok(steps >= 3)
    const now = await pageTexts()
    assert.match(now, /70\.000đ/)
    assert.match(now, /20\.000đ/)
    assert.doesNotMatch(now, /65\.000đ/)
    const versions = (await pagesOf(id)).map(page => [page.url?.replace(site.url, ''), page.version, page.status])
    assert.deepEqual(versions, [
      ['/', 1, 'processed'],
      ['/gia', 2, 'processed'],
      ['/giao-hang', 1, 'processed'],
    ])
  })

  test('a look that finds nothing new leaves the knowledge as it is', async () => {
    const { id } = await add('/', 'site', { depth: 1 })
    await read(id)
    const { version } = await loadKnowledge(platform, caller.workspaceId)
    await resyncSource(platform, caller, { id })
    const source = await read(id)
    assert.equal((await loadKnowledge(platform, caller.workspaceId)).version, version)
    assert.deepEqual([source.synced_at !== source.processed_at, source.pages_read], [true, 3])
  })

  test('a page that is gone no longer answers; one that fails for now does', async () => {
    const { id } = await add('/', 'site', { depth: 1 })
    await read(id)
    site.remove('/gia')
    site.set('/giao-hang', { status: 500 })
    await resyncSource(platform, caller, { id })
    await read(id)
    const now = await pageTexts()
    assert.doesNotMatch(now, /65\.000đ/)
    assert.match(now, /20\.000đ/)
    assert.deepEqual((await pagesOf(id)).find(page => page.title === 'Giao hàng')?.reason, 'training.page_unreachable')
    assert.equal((await find(id)).status, 'processed')
  })

  test('a website that is down takes nothing away, and is asked again the next day', async () => {
    const { id } = await add('/', 'site', { depth: 1, resync_days: 7 })
    await read(id)
    const before = await pageTexts()
    for (const path of ['/', '/gia', '/giao-hang']) site.set(path, { status: 503 })
    platform.clock.advance(days(7))
    await plan('expired')
    await resyncDue(platform)
    assert.equal((await find(id)).status, 'processed', 'the trial is over: nothing is looked at')
    await plan('active')
    await resyncDue(platform)
    assert.equal((await find(id)).status, 'processing')
    const source = await read(id)
    assert.deepEqual(
      [source.status, source.reason, await pageTexts()],
      ['processed', 'training.page_unreachable', before],
    )
    assert.ok(new Date(source.resync_at ?? 0).getTime() - platform.clock.now().getTime() <= days(1))
    assert.equal((await changeLink(platform, caller, { id, resync_days: null })).resync_at, null)
  })

  test('stopped, it keeps what answered before; stopped at the first time, it has failed and can be read again', async () => {
    const { id } = await add('/', 'site', { depth: 1 })
    await platform.jobs.drain()
    platform.clock.advance(seconds(1))
    await platform.jobs.drain()
    const stopped = await cancelSource(platform, caller, { id })
    assert.deepEqual(
      [stopped.status, stopped.reason, await documents(), await pageTexts()],
      ['failed', 'training.stopped', 0, ''],
    )
    assert.deepEqual(await pagesOf(id), [])
    await resyncSource(platform, caller, { id })
    assert.equal((await read(id)).status, 'processed')
    assert.equal(await documents(), 1)
    const before = await pageTexts()
    site.set('/gia', webPage('Bảng giá', '<p>Chén quân giá 99.000đ.</p>'))
    await resyncSource(platform, caller, { id })
    for (let n = 0; n < 3; n++) {
      await platform.jobs.drain()
      platform.clock.advance(seconds(1))
    }
    const stored = await cancelSource(platform, caller, { id })
    assert.deepEqual([stored.status, stored.reason, await pageTexts()], ['processed', 'training.stopped', before])
    await platform.jobs.drain()
    assert.equal(await pageTexts(), before)
  })

  test('removed, it is silent from the next message on, with all its pages, also in the middle of a look', async () => {
    const { id } = await add('/', 'site', { depth: 1 })
    await read(id)
    await resyncSource(platform, caller, { id })
    await platform.jobs.drain()
    await removeSource(platform, caller, { id })
    assert.equal(await pageTexts(), '')
    for (let n = 0; n < 5; n++) {
      await platform.jobs.drain()
      platform.clock.advance(seconds(1))
    }
    const shown = (await pagesOf(id)).filter(page => page.status !== 'removed')
    assert.deepEqual([await pageTexts(), await documents(), shown], ['', 0, []])
    assert.equal((await add('/', 'site')).status, 'processing')
  })

  test('killed anywhere, it goes on where it was: no page twice, none lost', async () => {
    const { id } = await add('/', 'site', { depth: 1 })
    const steps = async (): Promise<void> => {
      const { rows } = await platform.db.asService(null, tx =>
        sql<{
          id: number
        }>`update private.jobs set worker = gen_random_uuid(), lease_until = ${platform.clock.now()}::timestamptz - interval '1 second', attempts = attempts + 1
          where payload ->> 'source_id' = ${id} and kind = 'fetch page' and worker is null returning id`.execute(tx),
      )
      assert.ok(rows.length <= 1)
    }
    for (let n = 0; n < 40 && (await find(id)).status === 'processing'; n++) {
      if (n % 2 === 0) await steps()
      await platform.jobs.drain()
      platform.clock.advance(seconds(1))
    }
    assert.equal((await find(id)).status, 'processed')
    assert.deepEqual(
      (await pagesOf(id)).map(page => page.title),
      ['Tiệm gốm Mộc An', 'Bảng giá', 'Giao hàng'],
    )
  })

  test('a step that is done twice changes nothing the second time', async () => {
    const { id } = await add('/gia', 'page')
    await read(id)
    const before = await find(id)
    const task = { workspace_id: caller.workspaceId, source_id: id, version: before.version }
    const row = { url: `${site.url}/gia`, kind: 'page', depth: 0, hops: 0, tries: 0 } as const
    await saveCrawled(platform, task, row, { found: 'nothing', state: 'gone', reason: 'training.page_missing' })
    assert.deepEqual(await find(id), before)
  })

  test('a forgotten look ends within minutes instead of lasting for ever', async () => {
    const { id } = await add('/gia', 'page')
    await platform.db.asService(null, tx =>
      sql`delete from private.jobs where kind = 'fetch page' and payload ->> 'source_id' = ${id}`.execute(tx),
    )
    platform.clock.advance(minutes(11))
    await platform.jobs.drain()
    assert.deepEqual([(await find(id)).status, (await find(id)).reason], ['failed', 'training.could_not_read'])
  })

  test('the same address is one link; another workspace’s is nobody else’s', async () => {
    const { id } = await add('/gia', 'page')
    await failsWith(add('/gia?fbclid=1', 'page'), 'training.link_exists')
    const stranger = (await makeWorkspace(platform)).admin
    await failsWith(resyncSource(platform, stranger, { id }), 'request.not_found')
    await failsWith(cancelSource(platform, stranger, { id }), 'request.not_found')
    await failsWith(changeLink(platform, stranger, { id, url: site.url, resync_days: 1 }), 'request.not_found')
    await failsWith(removeSource(platform, stranger, { id }), 'request.not_found')
    await read(id)
    assert.equal((await find(id)).status, 'processed')
  })

  test('a wrong address is corrected in its place; what failed of the same page is no longer listed', async () => {
    const [wrong, other] = [await read((await add('/gai', 'page')).id), await read((await add('/an', 'page')).id)]
    const correct = (id: string) => changeLink(platform, caller, { id, url: `${site.url}/gia` })
    assert.equal((await correct(wrong.id)).id, wrong.id)
    assert.deepEqual([(await read(wrong.id)).title, await documents()], ['Bảng giá', 1])
    await failsWith(correct(wrong.id), 'request.conflict')
    await failsWith(correct(other.id), 'training.link_exists')
    await add('/an/', 'page')
    assert.equal((await find(other.id)).status, 'removed')
  })

  test('links are documents: the plan’s number of them, and no more', async () => {
    for (const path of ['/', '/gia', '/giao-hang']) await add(path, 'page')
    await failsWith(add('/them', 'page'), 'usage.documents_reached')
  })
})
