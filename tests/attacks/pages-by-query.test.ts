// Public pages with arbitrary words in their address: no number of variants costs the server much.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { makeHttp } from '#platform/http/http.ts'
import { servePages } from '#server/pages.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'

const asked = 60
const page = Buffer.from(likeOurs())
const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 }
let folder: string
let platform: TestPlatform
let app: FastifyInstance

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sen-pages-'))
  writeFileSync(join(folder, 'index.html'), '<title>Sen</title>')
  const list = [
    ['error-general', '/error', 'general', '{{#error_line}}<p>{{error_line}}</p>{{/error_line}} {{error_again}}'],
    ['contact', '/contact', '', ''],
    ['contact-problem', '/contact', 'problem', '<p>{{problem}}</p>'],
    ['home', '/', '', ''],
    ['not-found', '/404', '', ''],
  ].map(([name, path, variant, body]) => {
    const file = `vi/${name}.html`
    mkdirSync(dirname(join(folder, 'documents', file)), { recursive: true })
    writeFileSync(join(folder, 'documents', file), `<html><title>{{brand}}</title>${body}${likeOurs()}`)
    return { file, path, language: 'vi', variant, listed: path === '/' || path === '/contact' }
  })
  writeFileSync(join(folder, 'documents/documents.json'), JSON.stringify(list))
  platform = await testPlatform()
  const brand = resolve(import.meta.dirname, '../../web/brand')
  const pages = { name: 'pages', plugin: (scope: FastifyInstance) => servePages(scope, platform, folder, brand) }
  app = await makeHttp(platform, [pages], async () => assert.fail('pages ask nobody who they are'))
})
after(async () => {
  await app.close()
  await platform.close()
  rmSync(folder, { recursive: true })
})

function likeOurs(): string {
  let seed = 1
  const word = () => ((seed = (seed * 48_271) % 2_147_483_647) % 5000).toString(36)
  return Array.from({ length: 10_000 }, (_, n) => `${n % 7 ? ' ' : '<p class="a">'}${word()}`).join('')
}

/** The median: comparisons cancel the machine's speed, and it ignores compilation and garbage collection. */
async function cpuMs(run: (n: number) => void | Promise<void>): Promise<number> {
  const taken: number[] = []
  for (let n = 1; n <= asked; n++) {
    const start = process.cpuUsage()
    await run(n)
    const { user, system } = process.cpuUsage(start)
    taken.push((user + system) / 1000)
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(asked / 2)]!
}

for (const [what, address] of [
  ['codes of the page for errors', (n: number) => `/error?code=${n}`],
  ['descriptions', (n: number) => `/error?code=otp&description=${n}`],
  ['problems of the contact page', (n: number) => `/contact?problem=${n}`],
  ['referrers', (n: number) => `/?ref=K${n}`],
  ['languages', (n: number) => `/?lang=${n}`],
  ['addresses that are none', (n: number) => `/none-${n}`],
] as const) {
  test(`${asked} different ${what} cost little`, async t => {
    const ask = (n: number, encoding: string) =>
      app.inject({ url: address(n), headers: { 'accept-encoding': encoding, 'accept-language': `x-${n}` } })
    const { statusCode } = await ask(0, 'br')
    const documents = join(folder, 'documents')
    renameSync(documents, `${documents}-away`)
    t.after(() => renameSync(`${documents}-away`, documents))
    const floor = await cpuMs(() => void (gzipSync(page), brotliCompressSync(page, { params: quality })))
    const each = await cpuMs(async n => {
      const answer = await ask(n, n % 2 ? 'gzip, deflate, br' : `gzip;q=0.${n}, *`)
      assert.equal(answer.statusCode, statusCode)
    })
    assert.ok(
      each < floor,
      `${each.toFixed(1)} ms of processor each; to compress a page as for everybody takes ${floor.toFixed(1)}`,
    )
  })
}

test('each is told its own words, and only as text', async () => {
  for (const words of ['một', '<script>', '{{brand}}', '$&', '\ue000']) {
    const url = `/error?code=x&description=${encodeURIComponent(words)}`
    const answer = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    assert.equal(answer.headers['content-encoding'], 'gzip')
    const [, shown] = /<p>(.*?)<\/p> \/auth-magic-link/s.exec(gunzipSync(answer.rawPayload).toString()) ?? []
    assert.equal(shown, `x · ${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`)
    assert.notEqual(answer.headers['etag'], (await app.inject('/error?code=x')).headers['etag'])
  }
})
