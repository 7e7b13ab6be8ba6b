import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { makeHttp } from '#platform/http/http.ts'
import { addresses, addressIn, documentAddresses, isDocument } from '#shared/addresses.ts'
import { errorText } from '#shared/errors.ts'
import { servePages } from './pages.ts'
import { testPlatform, type TestPlatform } from './testing.ts'

describe('pages', () => {
  const script = 'console.log("a script that is long enough to be worth compressing, compressing, compressing")'
  let folder: string
  let platform: TestPlatform
  let app: FastifyInstance

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sen-pages-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(
      join(folder, 'index.html'),
      '<title>Sen</title><meta name="sen-config" content="__SEN_CONFIG__"><div id="root">',
    )
    writeDocuments(join(folder, 'documents'))
    writeFileSync(join(folder, 'assets/app-1a2b3c.js'), script)
    writeFileSync(join(folder, 'assets/app-1a2b3c.js.br'), brotliCompressSync(script))
    platform = await testPlatform({ settings: { BRAND_NAME: 'Tiệm "An" <b>', PUBLIC_URL: 'https://sen.example' } })
    app = await appWith(folder)
  })

  after(async () => {
    await app.close()
    await platform.close()
    rmSync(folder, { recursive: true })
  })

  function writeDocuments(place: string): void {
    const facts = '<script type="application/ld+json">{"name":"{{brand}}","price":"{{amount.pro.month.USD}}"}</script>'
    const head = `<title>{{brand}}</title><script>begin()</script>${facts}`
    const list: object[] = []
    function write(name: string, address: string, variant: string, body: string): void {
      for (const language of ['vi', 'en'] as const) {
        const file = `${language}/${name}.html`
        mkdirSync(join(place, language), { recursive: true })
        writeFileSync(join(place, file), `<html lang="${language}">${head}<p>${name} ${body}</p>`)
        const listed = !['/error', '/404'].includes(address)
        list.push({ file, path: addressIn(language, address), language, variant, listed })
      }
    }
    write('status', '/status', '', '{{status}}')
    const others = ['/error', '/contact', '/status']
    for (const address of documentAddresses.filter(one => !others.includes(one)))
      write(address.slice(1) || 'home', address, '', '{{price.pro.month.VND}}{{#zalo_url}} Zalo{{/zalo_url}}')
    write('contact', '/contact', '', '')
    write('contact-sent', '/contact', 'sent', '')
    write('contact-problem', '/contact', 'problem', '{{problem}}')
    write('error-general', '/error', 'general', '{{error_line}}')
    write('error-closed', '/error', 'closed', '{{error_line}} {{error_again}}')
    write('not-found', '/404', '', '')
    writeFileSync(join(place, 'documents.json'), JSON.stringify(list))
  }

  function appWith(built: string): Promise<FastifyInstance> {
    const brand = resolve(import.meta.dirname, '../web/brand')
    const pages = { name: 'pages', plugin: (scope: FastifyInstance) => servePages(scope, platform, built, brand) }
    return makeHttp(platform, [pages], async () => assert.fail('pages ask nobody who they are'))
  }

  test('every screen answers with the page, filled in, uncacheable without asking', async () => {
    const screens = Object.values(addresses).filter(address => !isDocument(address))
    for (const address of [...screens, '/dashboard/', '/auth?mode=sign-up', '/en/auth', '/en/dashboard']) {
      const answer = await app.inject(address.replace(/:\w+/, 'abc'))
      assert.equal(answer.statusCode, 200, address)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'no-cache')
    }
    const { body } = await app.inject('/dashboard')
    const content = /content="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"').replaceAll('&lt;', '<') ?? ''
    const config = JSON.parse(content) as Record<string, unknown>
    assert.equal(config['anonKey'], platform.tokens.anonKey)
    assert.equal(config['brand'], 'Tiệm "An" <b>')
    assert.equal(config['humanAgent'], false)
    assert.equal(body.includes(platform.tokens.serviceRoleKey), false)
    assert.match(body, /<title>Tiệm &quot;An&quot; &lt;b><\/title>/)
  })

  test('the policy lets nothing inline and nothing foreign run', async () => {
    const { headers } = await app.inject('/dashboard')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'self'/)
    assert.match(policy, /connect-src 'self' wss:\/\/sen\.example/)
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      assert.ok(policy.includes(part), part)
    }
    assert.equal(/unsafe|\*|https:/.test(policy), false)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    assert.equal((await app.inject('/auth')).headers['referrer-policy'], 'no-referrer')
    for (const path of ['/', '/en', '/error', '/en/error', '/en/auth'])
      assert.equal((await app.inject(path)).headers['referrer-policy'], 'no-referrer', path)
  })

  test('the page comes compressed for who can read it, and not again when it is known', async () => {
    const plain = await app.inject('/auth')
    const small = await app.inject({ url: '/auth', headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(small.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(small.rawPayload).toString(), plain.body)
    const refused = await app.inject({ url: '/auth', headers: { 'accept-encoding': 'br;q=0, gzip' } })
    assert.equal(refused.headers['content-encoding'], 'gzip')
    const again = await app.inject({ url: '/auth', headers: { 'if-none-match': String(plain.headers['etag']) } })
    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
  })

  test('the status is there, packed once, also when the database halts', async () => {
    const packed = (language: string) =>
      app.inject({ url: `${language}/status`, headers: { 'accept-encoding': 'gzip' } })
    const first = await app.inject('/en/status')
    assert.match(first.body, /Nothing has been measured recently/)
    assert.match((await app.inject('/status')).body, /Chưa có số đo nào gần đây/)
    assert.equal((await packed('/en')).headers['etag'], first.headers['etag'])
    const feed = await app.inject('/en/status/feed.xml')
    assert.equal(feed.headers['content-type'], 'application/atom+xml; charset=utf-8')
    assert.match(feed.body, /<title>Status of Tiệm &quot;An&quot; &lt;b&gt;<\/title>/)
    const { readAsService } = platform.db
    platform.db.readAsService = () => new Promise(() => {})
    platform.clock.advance(61_000)
    const halted = await app.inject('/en/status')
    platform.db.readAsService = readAsService
    assert.equal(halted.statusCode, 200)
    assert.match(halted.body, /New measurements could not be read/)
  })

  test('files with a hash in their name stay for ever, precompressed', async () => {
    const answer = await app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'br' } })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-encoding'], 'br')
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(answer.headers['content-type']), /javascript/)
    assert.equal(brotliDecompressSync(answer.rawPayload).toString(), script)
    assert.equal((await app.inject('/brand/sen-mark.svg')).statusCode, 200)
  })

  test('an unknown path is 404: a page for people, JSON for programs', async () => {
    for (const path of ['/nonsense', '/dashboard/nonsense', '/auth/nonsense', '/404', '/dashboard/inbox/a/b']) {
      const answer = await app.inject(path)
      assert.equal(answer.statusCode, 404, path)
      assert.match(answer.body, /lang="vi".*not-found/, path)
    }
    for (const path of ['/en/nonsense', '/en/dashboard/nonsense', '/en/404']) {
      const answer = await app.inject(path)
      assert.equal(answer.statusCode, 404, path)
      assert.match(answer.body, /lang="en".*not-found/, path)
    }
    for (const path of [
      '/api/v1/nonsense',
      '/api',
      '/assets/gone.js',
      '/brand/gone.svg',
      '/rest/v1/x',
      '/auth/v1/x',
      '/widget/v1/x',
    ]) {
      const answer = await app.inject(path)
      assert.equal(answer.statusCode, 404, path)
      assert.equal(answer.json().error.code, 'request.not_found', path)
    }
    assert.equal((await app.inject('/%E0%A4%A')).statusCode, 400)
    const posted = await app.inject({ method: 'POST', url: '/dashboard' })
    assert.equal(posted.statusCode, 404)
    assert.equal(posted.json().error.code, 'request.not_found')
  })

  test('public pages stand in both languages, with what operator and plans decide', async () => {
    for (const address of documentAddresses) {
      for (const language of ['vi', 'en'] as const) {
        const answer = await app.inject(addressIn(language, address))
        assert.equal(answer.statusCode, 200, address)
        assert.match(answer.body, new RegExp(`lang="${language}"`), address)
      }
    }
    const { body } = await app.inject('/pricing')
    assert.match(body, /<p>pricing 699\.000đ<\/p>/)
    assert.match((await app.inject('/en/pricing')).body, /<p>pricing 699,000đ<\/p>/)
    assert.match(body, /<title>Tiệm &quot;An&quot; &lt;b&gt;<\/title>/)
    const facts = /ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    assert.deepEqual(JSON.parse(facts), { name: 'Tiệm "An" <b>', price: '29.00' })
    const moved = await app.inject('/en/pricing/?ref=a')
    assert.deepEqual([moved.statusCode, moved.headers.location], [301, '/en/pricing?ref=a'])
  })

  test('of the scripts in a public page only its own may run', async () => {
    const policy = String((await app.inject('/pricing')).headers['content-security-policy'])
    const hash = createHash('sha256').update('begin()').digest('base64')
    assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy)
    assert.equal(/unsafe/.test(policy), false)
  })

  test('a new price stands on the pages within a minute, with another tag', async () => {
    const before = await app.inject('/')
    assert.match(before.body, /699\.000đ/)
    await platform.db.asService(null, tx =>
      sql`insert into prices (id, plan, interval, currency, amount, valid_from)
      values (gen_random_uuid(), 'pro', 'month', 'VND', 799000, ${platform.clock.now()})`.execute(tx),
    )
    platform.clock.advance(60_000)
    const after = await app.inject({ url: '/', headers: { 'if-none-match': String(before.headers['etag']) } })
    assert.equal(after.statusCode, 200)
    assert.match(after.body, /799\.000đ/)
  })

  test('while the database is away, the public pages stand with the prices they had', async () => {
    const { body } = await app.inject('/about')
    platform.clock.advance(60_000)
    const { readAsPerson, asPerson } = platform.db
    const away = () => Promise.reject(new Error('The database is away.'))
    Object.assign(platform.db, { readAsPerson: away, asPerson: away })
    try {
      const answer = await app.inject('/about')
      assert.deepEqual([answer.statusCode, answer.body], [200, body])
    } finally {
      Object.assign(platform.db, { readAsPerson, asPerson })
    }
  })

  test('the page for what went wrong is chosen by its code, and says only text', async () => {
    const closed = await app.inject('/error?code=otp_expired&description=%3Cscript%3Ex&kind=recovery')
    assert.match(closed.body, /error-closed otp_expired · &lt;script&gt;x \/auth\?mode=forgot/)
    const general = await app.inject('/en/error?code=__proto__&description={{brand}}')
    assert.match(general.body, /error-general __proto__ · \{\{brand\}\}/)
  })

  test('a form without scripts comes back to its page with thanks, or with what was wrong', async () => {
    assert.match((await app.inject('/contact?sent=1')).body, /contact-sent/)
    const refused = await app.inject('/en/contact?problem=request.too_many')
    assert.match(refused.body, new RegExp(`contact-problem ${errorText('request.too_many', 'en').slice(0, 12)}`))
    const unknown = await app.inject('/contact?problem=%3Cb%3E')
    assert.match(unknown.body, new RegExp(`contact-problem ${errorText('server.unexpected', 'vi').slice(0, 12)}`))
  })

  test('search engines find every page once, and phones their icons', async () => {
    const map = (await app.inject('/sitemap.xml')).body
    const places = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(found => found[1] ?? '')
    const listed = documentAddresses.filter(address => address !== '/error')
    const wanted = listed.flatMap(address =>
      ['vi', 'en'].map(one => `https://sen.example${addressIn(one as 'vi', address)}`),
    )
    assert.deepEqual(places.toSorted(), wanted.toSorted())
    assert.match((await app.inject('/robots.txt')).body, /Sitemap: https:\/\/sen\.example\/sitemap\.xml/)
    const { icons } = (await app.inject('/manifest-vi.webmanifest')).json() as { icons: { src: string }[] }
    for (const { src } of icons) assert.equal((await app.inject(src)).statusCode, 200, src)
  })

  test('nothing outside the built folder is served', async () => {
    for (const path of [
      '/assets/../index.html',
      '/assets/..%2findex.html',
      '/brand/..%2f..%2fpackage.json',
      '/assets/%2e%2e/index.html',
    ]) {
      const answer = await app.inject(path)
      assert.equal(answer.statusCode >= 400, true, path)
      assert.equal(answer.body.includes('"dependencies"'), false, path)
    }
  })

  test('without built pages the server still answers programs, and says what is missing', async () => {
    const bare = await appWith(join(folder, 'nothing'))
    assert.equal((await bare.inject('/dashboard')).statusCode, 503)
    assert.equal((await bare.inject('/api/v1/nonsense')).statusCode, 404)
    await bare.close()
  })

  test('Zalo finds the line by which it believes that the domain is ours', async t => {
    const own = await testPlatform({ settings: { ZALO_SITE_VERIFICATION: 'H-k5_9' } })
    t.after(() => own.close())
    const pages = { name: 'pages', plugin: (scope: FastifyInstance) => servePages(scope, own, folder, folder) }
    const { body } = await (await makeHttp(own, [pages], async () => assert.fail('nobody is asked'))).inject('/')
    assert.match(body, /<meta name="zalo-platform-site-verification" content="H-k5_9" \/><title>/)
    assert.doesNotMatch((await app.inject('/')).body, /zalo-platform/)
  })
})
