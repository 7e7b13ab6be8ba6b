import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { makeHttp } from '#platform/http.ts'
import { addresses } from '#shared/addresses.ts'
import { servePages } from './pages.ts'
import { testPlatform, type TestPlatform } from './testing.ts'

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

function appWith(built: string): Promise<FastifyInstance> {
  const brand = resolve(import.meta.dirname, '../web/brand')
  const pages = { name: 'pages', plugin: (scope: FastifyInstance) => servePages(scope, platform, built, brand) }
  return makeHttp(platform, [pages], async () => assert.fail('pages ask nobody who they are'))
}

test('every screen answers with the page, filled in, uncacheable without asking', async () => {
  for (const address of [...Object.values(addresses), '/dashboard/', '/auth?mode=sign-up']) {
    const answer = await app.inject(address.replace(/:\w+/, 'abc'))
    assert.equal(answer.statusCode, 200, address)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'no-cache')
  }
  const { body } = await app.inject('/dashboard')
  const content = /content="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"').replaceAll('&lt;', '<') ?? ''
  const told = JSON.parse(content) as Record<string, unknown>
  assert.equal(told['anonKey'], platform.tokens.anonKey)
  assert.equal(told['brand'], 'Tiệm "An" <b>')
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
  assert.equal(headers['strict-transport-security'], 'max-age=31536000')
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
  assert.equal((await app.inject('/auth')).headers['referrer-policy'], 'no-referrer')
  assert.equal((await app.inject('/')).headers['referrer-policy'], 'no-referrer')
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
  for (const path of ['/nonsense', '/dashboard/nonsense', '/auth/nonsense', '/en', '/dashboard/inbox/a/b']) {
    const answer = await app.inject(path)
    assert.equal(answer.statusCode, 404, path)
    assert.match(answer.body, /id="root"/, path)
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
