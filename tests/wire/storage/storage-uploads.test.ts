import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { type FakeClock, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { clearOrphanFiles, expectBytes } from '#supabase/storage/objects/orphan-files.ts'
import { makeMember, makeOwner } from '#tests/fixtures/shop-owner.ts'
import { type Listening, startListening, tokenOf } from '../listening.ts'
import { storedBytes, refusalOf } from './storage-driver.ts'

const maxBytes = 200_000
const jwtSecret = 'the secret of both keys, which signs no link'
const tooLarge = '400 413 Payload too large EntityTooLarge'

describe('/storage/v1: what comes in, and who may', () => {
  let server: Listening
  let storage: SupabaseClient['storage']
  let service: Record<string, string>
  const url = (path: string) => `${server.url}/storage/v1${path}`

  before(async () => {
    server = await startListening<FakeClock>(undefined, { STORAGE_MAX_BYTES: String(maxBytes), JWT_SECRET: jwtSecret })
    const key = server.platform.tokens.serviceRoleKey
    service = { apikey: key, authorization: `Bearer ${key}` }
    storage = createClient(server.url, key, { auth: { persistSession: false } }).storage
    await storage.createBucket('kho', { public: false })
  })
  after(() => server.close())

  function send(method: string, path: string, body?: RequestInit['body'], headers: Record<string, string> = service) {
    return fetch(url(path), { method, body: body ?? null, headers })
  }

  async function nothingLeft(): Promise<void> {
    const { files, versions, loose } = await storedBytes(server.platform)
    assert.deepEqual([files, loose], [versions, 0])
  }

  function open(path: string, headers: Record<string, string> = {}): ClientRequest {
    const { hostname, port } = new URL(server.url)
    const call = request({
      hostname,
      port,
      method: 'POST',
      path: `/storage/v1${path}`,
      headers: { ...service, ...headers },
    })
    call.on('error', () => {})
    return call
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 30_000
    while (!(await holds())) {
      assert.ok(performance.now() < deadline, 'it does not come')
      await wait(20)
    }
  }

  describe('uploads', () => {
    test('the limit of the installation is exact, however the body comes', async () => {
      const exact = new Uint8Array(maxBytes)
      const over = new Uint8Array(maxBytes + 1)
      const form = (bytes: Uint8Array<ArrayBuffer>) => {
        const data = new FormData()
        data.append('', new Blob([bytes]))
        return data
      }
      const chunked = async (bytes: Uint8Array) => {
        const call = open('/object/kho/chunked', { 'x-upsert': 'true', 'content-type': 'application/octet-stream' })
        for (let at = 0; at < bytes.length; at += 50_000) call.write(bytes.subarray(at, at + 50_000))
        call.end()
        const [answer] = await once(call, 'response')
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part as Buffer)
        return new Response(Buffer.concat(parts), { status: answer.statusCode })
      }
      assert.equal((await send('POST', '/object/kho/raw', exact)).status, 200)
      assert.equal(await refusalOf(await send('POST', '/object/kho/over', over)), tooLarge)
      assert.equal((await send('POST', '/object/kho/form', form(exact))).status, 200)
      assert.equal(await refusalOf(await send('POST', '/object/kho/over', form(over))), tooLarge)
      assert.equal((await chunked(exact)).status, 200)
      assert.equal(await refusalOf(await chunked(over)), tooLarge)
      assert.equal((await send('GET', '/object/kho/chunked')).headers.get('content-length'), String(maxBytes))
      await nothingLeft()
    })

    test('one that is refused for its size leaves what was there', async () => {
      await send('POST', '/object/kho/stays', 'cũ')
      for (const method of ['POST', 'PUT'])
        assert.equal(
          await refusalOf(
            await send(method, '/object/kho/stays', new Uint8Array(maxBytes + 1), { ...service, 'x-upsert': 'true' }),
          ),
          tooLarge,
        )
      assert.equal(await (await send('GET', '/object/kho/stays')).text(), 'cũ')
      await nothingLeft()
    })

    test('one that breaks off leaves nothing, and its bytes are on the way to the disk, not in memory', async () => {
      const before = (await storedBytes(server.platform)).files.length
      for (const headers of [
        { 'content-length': '100000', 'content-type': 'text/plain' },
        { 'content-type': 'multipart/form-data; boundary=x' },
      ]) {
        const call = open('/object/kho/broken', headers)
        if (!('content-length' in headers))
          call.write('--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: text/plain\r\n\r\n')
        call.write('x'.repeat(60_000))
        await until(async () => (await storedBytes(server.platform)).files.length > before)
        call.destroy()
        await until(async () => (await storedBytes(server.platform)).loose === 0)
      }
      assert.match(await refusalOf(await send('GET', '/object/kho/broken')), /NoSuchKey$/)
      await nothingLeft()
    })

    test('a sender that goes away after its refusal does no harm', async () => {
      for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
        const call = open('/object/none/refused', { 'content-type': type })
        call.write('--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\n')
        call.write('x'.repeat(60_000))
        const [answer] = await once(call, 'response')
        assert.equal(answer.statusCode, 400)
        call.destroy()
        await wait(20)
      }
      assert.equal((await send('GET', '/bucket')).status, 200)
    })

    test('bytes of a process that was killed are removed a day later', async () => {
      const version = newId()
      const key = `objects/${version.slice(-2)}/${version}`
      await expectBytes(server.platform, version)
      await server.platform.files.save(key, Readable.from(['x']), { maxBytes: 9 })
      await clearOrphanFiles(server.platform)
      assert.equal(await server.platform.files.exists(key), true)
      server.platform.clock.advance(hours(25))
      await clearOrphanFiles(server.platform)
      assert.equal(await server.platform.files.exists(key), false)
      await nothingLeft()
    })

    test('many at once for one key: one is first; with upsert one stays', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => send('POST', '/object/kho/race', `lần ${index}`)),
      )
      assert.deepEqual(
        answers.map(answer => answer.status).sort((a, b) => a - b),
        [200, ...Array.from({ length: 7 }, () => 400)],
      )
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          send('POST', '/object/kho/race', `thay ${index}`, { ...service, 'x-upsert': 'true' }),
        ),
      )
      assert.match(await (await send('GET', '/object/kho/race')).text(), /^thay \d$/)
      await nothingLeft()
    })

    test('a form without a file, one without an end, odd metadata and compressed bodies are refused', async () => {
      const empty = new FormData()
      empty.append('cacheControl', '60')
      assert.match(await refusalOf(await send('POST', '/object/kho/odd', empty)), /^400 400 InvalidRequest/)
      const form = { ...service, 'content-type': 'multipart/form-data; boundary=x' }
      for (const body of ['', '--x', '--x\r\n\r\n', 'nothing'])
        assert.match(
          await refusalOf(await send('POST', '/object/kho/odd', body, form)),
          /^400 400 InvalidRequest/,
          body,
        )
      const noBoundary = { ...service, 'content-type': 'multipart/form-data' }
      assert.match(await refusalOf(await send('POST', '/object/kho/odd', 'x', noBoundary)), /InvalidRequest$/)
      const base64 = (text: string) => Buffer.from(text).toString('base64')
      const deep = `{"a":${'['.repeat(50)}${']'.repeat(50)}}`
      for (const text of [
        '[]',
        '1',
        'x',
        '{"a":"\\u0000"}',
        deep,
        `{"a":"${'x'.repeat(9000)}${'x'.repeat(9000)}"}`.slice(0, 11_000),
      ])
        assert.match(
          await refusalOf(await send('POST', '/object/kho/odd', 'x', { ...service, 'x-metadata': base64(text) })),
          /InvalidRequest$/,
        )
      const packed = await send('POST', '/object/kho/odd', 'x', { ...service, 'content-encoding': 'gzip' })
      assert.match(await refusalOf(packed), /^415 415/)
      await nothingLeft()
    })

    test('bytes that their sender packed are handed out as such', async () => {
      const blob = new Blob([new Uint8Array(gzipSync('bảng giá'))], { type: 'text/plain' })
      await storage.from('kho').upload('packed.txt', blob, { contentEncoding: 'gzip' })
      const response = await send('GET', '/object/kho/packed.txt')
      assert.equal(response.headers.get('content-encoding'), 'gzip')
      assert.equal(await response.text(), 'bảng giá')
      assert.equal((await storage.from('kho').info('packed.txt')).data?.contentEncoding, 'gzip')
    })

    test('a file that vanished from the disk is not there', async () => {
      await send('POST', '/object/kho/lost', 'x')
      const { data } = await storage.from('kho').info('lost')
      const version = data?.version ?? ''
      await server.platform.files.remove(`objects/${version.slice(-2)}/${version}`)
      assert.equal(await refusalOf(await send('GET', '/object/kho/lost')), '400 404 not_found NoSuchKey')
      await storage.from('kho').remove(['lost'])
    })

    test('an emptied bucket loses its rows at once and its bytes by a job', async () => {
      await storage.createBucket('full', { public: false })
      for (let index = 0; index < 5; index++) await storage.from('full').upload(`${index}`, 'x')
      const before = (await storedBytes(server.platform)).files.length
      assert.equal((await storage.emptyBucket('full')).error, null)
      assert.equal((await storedBytes(server.platform)).loose, 5)
      await server.platform.jobs.drain()
      assert.equal((await storedBytes(server.platform)).files.length, before - 5)
      await nothingLeft()
    })

    test('questions have a size too', async () => {
      const long = JSON.stringify({ prefixes: ['x'.repeat(1_100_000)] })
      assert.equal(
        await refusalOf(await send('DELETE', '/object/kho', long)),
        '413 413 Payload too large EntityTooLarge',
      )
    })

    test('the data folder holds files under versions alone', () => {
      const folder = join(server.platform.config.dataDir, 'files')
      assert.deepEqual(readdirSync(folder), ['objects'])
      for (const name of readdirSync(join(folder, 'objects'), { recursive: true, encoding: 'utf8' }))
        assert.match(name, /^[0-9a-f]{2}(\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/)
    })
  })

  describe('callers', () => {
    test('a key or a bearer is needed, and neither may be wrong', async () => {
      const { anonKey, serviceRoleKey } = server.platform.tokens
      const list = async (headers: Record<string, string>) => {
        const response = await send('GET', '/bucket', undefined, headers)
        return response.ok ? String(response.status) : refusalOf(response)
      }
      const none = await send('GET', '/bucket', undefined, {})
      assert.equal(((await none.clone().json()) as { message: string }).message, 'Invalid Compact JWS')
      assert.equal(none.headers.get('www-authenticate'), 'Bearer')
      assert.equal(await refusalOf(none), '401 401 Unauthorized AccessDenied')
      const denied = '400 403 Unauthorized AccessDenied'
      assert.equal(await list({ apikey: anonKey }), '200')
      assert.equal(await list({ authorization: `Bearer ${serviceRoleKey}` }), '200')
      assert.equal(await list({ apikey: 'x' }), denied)
      for (const bearer of ['', 'x', 'x.y.z', `${serviceRoleKey}x`])
        assert.equal(await list({ apikey: anonKey, authorization: `Bearer ${bearer}` }), denied)
      const owner = await makeOwner(server.platform)
      assert.equal(await list({ apikey: anonKey, ...owner.headers }), '200')
      assert.equal(await list({ apikey: tokenOf(owner), ...owner.headers }), denied)
      await server.platform.db.asService(null, tx =>
        sql`delete from auth.sessions where user_id = ${owner.personId}`.execute(tx),
      )
      assert.equal(await list({ apikey: anonKey, ...owner.headers }), denied)
      const late = await makeMember(server.platform, await makeOwner(server.platform))
      server.platform.clock.advance(hours(2))
      assert.equal(await list({ apikey: anonKey, ...late.headers }), denied)
    })

    test('pages of other origins may ask; unknown addresses are told', async () => {
      const asked = await send('OPTIONS', '/object/kho/a', undefined, {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
      })
      assert.equal(asked.status, 204)
      assert.match(asked.headers.get('access-control-allow-headers') ?? '', /x-upsert, x-metadata/)
      const unknown = await send('GET', '/render/image/public/kho/a')
      assert.equal(unknown.headers.get('access-control-allow-origin'), '*')
      assert.equal(unknown.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.equal(unknown.headers.get('cache-control'), 'no-store')
      assert.equal(await refusalOf(unknown), '404 404 not_found NoSuchRoute')
    })
  })

  describe('signed links', () => {
    let download = ''
    let upload = ''
    before(async () => {
      await storage.from('kho').upload('linked.txt', 'bảng giá')
      const { data } = await storage.from('kho').createSignedUrl('linked.txt', 600)
      download = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? ''
      upload = (await storage.from('kho').createSignedUploadUrl('sent.txt')).data?.token ?? ''
    })

    test('are tokens for one object, one act, and a while', async () => {
      const read = decodeJwt(download)
      assert.deepEqual(
        [read['url'], read['scope'], (read.exp ?? 0) - (read.iat ?? 0)],
        ['kho/linked.txt', 'download', 600],
      )
      const write = decodeJwt(upload)
      assert.deepEqual(
        [write['url'], write['scope'], (write.exp ?? 0) - (write.iat ?? 0)],
        ['kho/sent.txt', 'upload', 7200],
      )
      const long = await storage.from('kho').createSignedUrl('linked.txt', 999_999)
      const { exp = 0, iat = 0 } = decodeJwt(new URL(long.data?.signedUrl ?? '').searchParams.get('token') ?? '')
      assert.equal(exp - iat, 3600)
    })

    test('open nothing else', async () => {
      const get = async (key: string, token: string) => {
        const response = await send('GET', `/object/sign/${key}?token=${token}`, undefined, {})
        return response.ok ? 'opened' : refusalOf(response)
      }
      const put = async (key: string, token: string) => {
        const response = await send('PUT', `/object/upload/sign/${key}?token=${token}`, 'x', {})
        return response.ok ? 'taken' : refusalOf(response)
      }
      const [jwt, signature] = ['400 400 InvalidJWT InvalidJWT', '400 400 InvalidSignature InvalidSignature']
      assert.equal(await get('kho/linked.txt', download), 'opened')
      assert.equal(await get('kho/linked.txt', upload), signature)
      assert.equal(await get('kho/sent.txt', upload), signature)
      assert.equal(await put('kho/linked.txt', download), signature)
      assert.equal(await put('kho/sent.txt', download), signature)
      for (const key of [
        'kho/other.txt',
        'kho/linked.txt/',
        'kho/LINKED.TXT',
        'kho/linked.txt%20',
        'sources/linked.txt',
      ])
        assert.equal(await get(key, download), signature, key)
      const claims = { url: 'kho/linked.txt', scope: 'download' }
      const forged = [
        '',
        'x',
        `${download}x`,
        download.slice(0, -2),
        new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
        await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(jwtSecret)),
        await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(new Uint8Array(32)),
        server.platform.tokens.serviceRoleKey,
        tokenOf(await makeOwner(server.platform)),
      ]
      for (const token of forged) {
        assert.equal(await get('kho/linked.txt', token), jwt)
        assert.equal(await put('kho/linked.txt', token), jwt)
      }
      assert.equal(await get('kho/linked.txt', `${download}&token=${download}`), jwt)
      const bearer = { apikey: server.platform.tokens.anonKey, authorization: `Bearer ${download}` }
      assert.equal(
        await refusalOf(await send('GET', '/object/kho/linked.txt', undefined, bearer)),
        '400 403 Unauthorized AccessDenied',
      )
    })

    test('keep the bucket’s limits, and end', async () => {
      const path = `/object/upload/sign/kho/sent.txt?token=${upload}`
      assert.equal(await refusalOf(await send('PUT', path, new Uint8Array(maxBytes + 1), {})), tooLarge)
      server.platform.clock.advance(hours(1))
      assert.equal(
        await refusalOf(await send('GET', `/object/sign/kho/linked.txt?token=${download}`, undefined, {})),
        '400 400 InvalidJWT InvalidJWT',
      )
      server.platform.clock.advance(hours(1))
      assert.equal(await refusalOf(await send('PUT', path, 'x', {})), '400 400 InvalidJWT InvalidJWT')
      await nothingLeft()
    })
  })
})
