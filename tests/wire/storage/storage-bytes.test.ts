import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { runs } from '#tests/setup/property-runs.ts'
import { type Listening, startListening } from '../listening.ts'
import { storedBytes, refusalOf } from './storage-driver.ts'

describe('/storage/v1 byte for byte', () => {
  let server: Listening
  let storage: SupabaseClient['storage']
  let service: Record<string, string>
  const url = (path: string) => `${server.url}/storage/v1${path}`

  before(async () => {
    server = await startListening()
    const key = server.platform.tokens.serviceRoleKey
    service = { apikey: key, authorization: `Bearer ${key}` }
    storage = createClient(server.url, key, { auth: { persistSession: false } }).storage
    await storage.createBucket('kho', { public: true })
    await storage.createBucket('rieng', { public: false })
  })
  after(() => server.close())

  function send(method: string, path: string, body?: RequestInit['body'], headers: Record<string, string> = {}) {
    return fetch(url(path), { method, body: body ?? null, headers: { ...service, ...headers } })
  }
  describe('reading', () => {
    const ways = ['/object/kho/doc.txt', '/object/authenticated/kho/doc.txt', '/object/public/kho/doc.txt']
    let etag = ''
    let modified = ''

    before(async () => {
      await storage.from('kho').upload('doc.txt', '0123456789')
      const response = await send('GET', '/object/kho/doc.txt')
      etag = response.headers.get('etag') ?? ''
      modified = response.headers.get('last-modified') ?? ''
    })

    test('says what it is, in the same way on every address, to GET and to HEAD', async () => {
      for (const path of ways) {
        for (const method of ['GET', 'HEAD']) {
          const response = await send(method, path)
          const header = (name: string) => response.headers.get(name)
          assert.equal(response.status, 200)
          assert.equal(await response.text(), method === 'GET' ? '0123456789' : '')
          assert.deepEqual(
            [
              'accept-ranges',
              'content-type',
              'content-length',
              'cache-control',
              'x-robots-tag',
              'content-disposition',
            ].map(header),
            ['bytes', 'text/plain;charset=UTF-8', '10', 'max-age=3600', 'none', null],
          )
          assert.match(etag, /^"[0-9a-f]{32}"$/)
          assert.deepEqual([header('etag'), header('last-modified')], [etag, server.platform.clock.now().toUTCString()])
          assert.equal(header('content-security-policy'), "default-src 'none'; sandbox")
          assert.equal(header('x-content-type-options'), 'nosniff')
        }
        assert.equal((await send('HEAD', path.replace('doc', 'none'))).status, 400)
      }
    })

    test('gives parts: from, to, the last bytes; 416 outside', async () => {
      const parts = { 'bytes=0-3': '0-3', 'bytes=4-': '4-9', 'bytes=-2': '8-9', 'bytes=8-99': '8-9' }
      for (const [range, expected] of Object.entries(parts)) {
        for (const path of ways) {
          const response = await send('GET', path, undefined, { range })
          const [from, to] = expected.split('-').map(Number) as [number, number]
          assert.equal(response.status, 206)
          assert.equal(response.headers.get('content-range'), `bytes ${expected}/10`)
          assert.equal(await response.text(), '0123456789'.slice(from, to + 1))
        }
      }
      const outside = await send('GET', ways[0] ?? '', undefined, { range: 'bytes=10-' })
      assert.equal(outside.headers.get('content-range'), 'bytes */10')
      assert.equal(outside.headers.get('etag'), null)
      assert.equal(await refusalOf(outside), '416 416 invalid_range InvalidRange')
      for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=5-1'])
        assert.equal((await send('GET', ways[0] ?? '', undefined, { range })).status, 200)
      const old = await send('GET', ways[0] ?? '', undefined, { range: 'bytes=0-3', 'if-range': '"other"' })
      assert.equal(old.status, 200)
      assert.equal((await send('GET', ways[0] ?? '', undefined, { range: 'bytes=0-3', 'if-range': etag })).status, 206)
    })

    test('304 when it has not changed', async () => {
      const status = async (headers: Record<string, string>) =>
        (await send('GET', '/object/kho/doc.txt', undefined, headers)).status
      for (const tags of [etag, `W/${etag}`, `"a", ${etag}`, '*'])
        assert.equal(await status({ 'if-none-match': tags }), 304)
      assert.equal(await status({ 'if-none-match': '"other"' }), 200)
      assert.equal(await status({ 'if-modified-since': modified }), 304)
      assert.equal(await status({ 'if-modified-since': 'Fri, 01 Jan 2021 00:00:00 GMT' }), 200)
      assert.equal(await status({ 'if-modified-since': 'soon' }), 200)
      assert.equal(await status({ 'if-none-match': '"other"', 'if-modified-since': modified }), 200)
    })

    test('a download has a name when one is asked for', async () => {
      const name = async (query: string) =>
        (await send('GET', `/object/kho/doc.txt${query}`)).headers.get('content-disposition')
      assert.equal(await name('?download='), 'attachment;')
      assert.equal(await name('?download=a%20b.txt'), "attachment; filename=a%20b.txt; filename*=UTF-8''a%20b.txt")
      assert.equal(
        await name('?download=%0d%0aset-cookie:%20a%22'),
        "attachment; filename=%0D%0Aset-cookie%3A%20a%22; filename*=UTF-8''%0D%0Aset-cookie%3A%20a%22",
      )
    })

    test('pages and programs never come as such', async () => {
      const page = '<script>alert(1)</script>'
      const types = [
        'text/html',
        'TEXT/HTML;charset=utf-8',
        'image/svg+xml',
        'text/xml',
        'application/xhtml+xml',
        'text/javascript',
        'multipart/x-mixed-replace;boundary=x',
        'text/html\t',
        'nonsense',
        '',
      ]
      for (const type of types) {
        for (const body of [page, new Blob([page], { type })]) {
          const sent = typeof body === 'string' ? body : new FormData()
          if (typeof sent !== 'string') sent.append('', body as Blob)
          const headers = typeof sent === 'string' && type ? { 'content-type': type.trim() } : {}
          const upload = await send('POST', '/object/kho/page', sent, { ...headers, 'x-upsert': 'true' })
          if (upload.status === 415) continue // not a media type at all
          assert.equal(upload.status, 200, type)
          const response = await send('GET', '/object/public/kho/page')
          const contentType = response.headers.get('content-type') ?? ''
          assert.doesNotMatch(contentType, /html|javascript/i)
          if (!contentType.startsWith('text/plain') || /html|script/i.test(type))
            assert.match(response.headers.get('content-disposition') ?? '', /^attachment/, type)
          assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
          assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
        }
      }
    })

    test('what was sent without a cache rule is not kept by caches; an odd rule is none', async () => {
      const rule = async (headers: Record<string, string>) => {
        await send('POST', '/object/kho/cache', 'x', { 'x-upsert': 'true', ...headers })
        return (await send('GET', '/object/kho/cache')).headers.get('cache-control')
      }
      assert.equal(await rule({}), 'no-cache')
      assert.equal(await rule({ 'cache-control': 'max-age=60, public' }), 'max-age=60, public')
      assert.equal(await rule({ 'cache-control': 'max-age="1"; x' }), 'no-cache')
    })
  })

  describe('names', () => {
    const refused = [
      'bảng giá.pdf',
      '😀.png',
      'a\tb',
      'a\nb',
      'a\0b',
      'a"b',
      'a%b',
      'a\\b',
      'a<b',
      'a#b',
      'a[b]',
      'a^b',
      'a~b',
      'a|b',
      'a{b}',
      '..',
      '.',
      '../a',
      'a/../../b',
      'a/./b',
      'a//b',
      '/a',
      'a/',
      '\u202ea',
      '\u200b',
      'x'.repeat(1025),
    ]

    test('of Vietnamese letters, emoji, control characters and ways out are refused for what is written', async () => {
      await storage.from('kho').upload('seed.txt', 'x')
      for (const key of refused) {
        const path = encodeURIComponent(key)
        if (path !== '.' && path !== '..') {
          assert.match(
            await refusalOf(await send('POST', `/object/kho/${path}`, 'x')),
            /^400 400 InvalidKey InvalidKey$/,
            key,
          )
          assert.match(await refusalOf(await send('POST', `/object/upload/sign/kho/${path}`, '{}')), /InvalidKey$/, key)
          assert.match(await refusalOf(await send('GET', `/object/kho/${path}`)), /NoSuchKey$/, key)
          assert.match(await refusalOf(await send('GET', `/object/info/kho/${path}`)), /NoSuchKey$/, key)
          assert.match(
            await refusalOf(await send('POST', `/object/sign/kho/${path}`, '{"expiresIn":9}')),
            /NoSuchKey$/,
            key,
          )
        }
        for (const act of ['move', 'copy']) {
          const body = JSON.stringify({ bucketId: 'kho', sourceKey: 'seed.txt', destinationKey: key })
          assert.match(
            await refusalOf(await send('POST', `/object/${act}`, body)),
            /^400 400 InvalidKey InvalidKey$/,
            key,
          )
        }
        const removed = await send('DELETE', '/object/kho', JSON.stringify({ prefixes: [key] }))
        assert.deepEqual([removed.status, await removed.json()], [200, []])
      }
    })

    test('of every allowed mark work, and never become a path', async () => {
      const key = "A-Z_a.z/0!9*'()/ &$=@;:+,?x.txt"
      const path = encodeURIComponent(key)
      assert.equal((await send('POST', `/object/kho/${path}`, 'dấu')).status, 200)
      assert.equal(await (await send('GET', `/object/public/kho/${path}`)).text(), 'dấu')
      const { files, versions } = await storedBytes(server.platform)
      assert.deepEqual(files, versions)
      for (const name of files) assert.match(name, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    })

    test('sent raw, with dots and slashes in every disguise, leave the data folder alone', async () => {
      const before = readdirSync(server.platform.config.dataDir, { recursive: true }).length
      const paths = [
        '../../../../etc/passwd',
        '..%2f..%2fkeys.json',
        '%2e%2e/%2e%2e/keys.json',
        '..%5c..%5ckeys.json',
        '%252e%252e%252fkeys.json',
        '%c0%ae%c0%ae/keys.json',
        '%00',
        '%',
        'a%00/../../keys.json',
        '....//keys.json',
        'kho/..;/keys.json',
      ]
      for (const path of paths) {
        for (const [method, root] of [
          ['GET', '/object/public/kho/'],
          ['GET', '/object/kho/'],
          ['POST', '/object/kho/'],
          ['PUT', '/object/kho/'],
          ['GET', '/object/'],
          ['GET', '/bucket/'],
        ] as const) {
          const { status, body } = await raw(method, `/storage/v1${root}${path}`)
          assert.ok(
            (status >= 400 && status < 500) || /^(POST|PUT)$/.test(method),
            `${method} ${root}${path}: ${status}`,
          )
          assert.doesNotMatch(body, /root:|jwtSecret|signing/)
        }
      }
      const left = readdirSync(server.platform.config.dataDir, { recursive: true, encoding: 'utf8' })
      assert.ok(left.filter(name => !name.startsWith('files')).length <= before)
      const { files, versions, loose } = await storedBytes(server.platform)
      assert.deepEqual([files, loose], [versions, 0])
    })

    function raw(method: string, path: string): Promise<{ status: number; body: string }> {
      return new Promise((resolve, reject) => {
        const { hostname, port } = new URL(server.url)
        const call = request({ hostname, port, method, path, headers: service }, response => {
          let body = ''
          response.setEncoding('utf8').on('data', (text: string) => (body += text))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
        })
        call.on('error', reject).end()
      })
    }

    test('whatever they are, no call answers with a fault', async () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ maxLength: 40 }),
        fc.constantFrom(...refused),
      )
      const calls = [
        (a: string, b: string) => send('POST', '/object/list/kho', JSON.stringify({ prefix: a, search: b })),
        (a: string, b: string) => send('POST', '/object/list-v2/kho', JSON.stringify({ prefix: a, cursor: b })),
        (a: string, b: string) =>
          send('POST', '/object/move', JSON.stringify({ bucketId: a, sourceKey: b, destinationKey: 'x' })),
        (a: string, b: string) =>
          send(
            'POST',
            '/object/copy',
            JSON.stringify({ bucketId: 'kho', sourceKey: a, destinationKey: 'x', destinationBucket: b }),
          ),
        (a: string, b: string) =>
          send('DELETE', '/object/kho', JSON.stringify({ prefixes: [a, { path: b, versionId: a }] })),
        (a: string, b: string) => send('POST', '/object/sign/kho', JSON.stringify({ expiresIn: 9, paths: [a, b] })),
        (a: string, b: string) => send('POST', '/bucket', JSON.stringify({ name: `${a}/`, file_size_limit: b })),
        (a: string) => send('GET', `/bucket/${encodeURIComponent(a.toWellFormed())}`),
        (a: string) => send('GET', `/bucket?search=${encodeURIComponent(a.toWellFormed())}`),
        (a: string, b: string) =>
          send('GET', `/object/${encodeURIComponent(a.toWellFormed())}/${encodeURIComponent(b.toWellFormed())}`),
        (a: string, b: string) =>
          send(
            'GET',
            `/object/sign/kho/a?token=${encodeURIComponent(a.toWellFormed())}&download=${encodeURIComponent(b.toWellFormed())}`,
          ),
        (a: string, b: string) =>
          send('POST', '/object/kho/meta', 'x', {
            'x-upsert': 'true',
            'x-metadata': Buffer.from(JSON.stringify({ [a]: b })).toString('base64'),
          }),
        (a: string) => send('POST', '/object/kho/meta', 'x', { 'x-metadata': Buffer.from(a).toString('base64') }),
        (a: string) => send('POST', '/object/move', a),
      ]
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...calls), text, text, async (call, a, b) => {
          assert.ok((await call(a, b)).status < 500)
        }),
        runs(100),
      )
    })
  })
})
