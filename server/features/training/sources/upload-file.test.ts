import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { maxFileSize } from '#shared/contracts/training/training.contract.ts'
import type { Source } from '#shared/contracts/training/training.results.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import {
  bombDocx,
  encryptedPdf,
  oldOfficeFile,
  priceListDocx,
  priceListPdf,
  priceListTxt,
  scannedPdf,
  windowsProgram,
} from '#tests/fixtures/documents.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Reply = { status: number; body: Source & { error?: { code: string; message: string } } }

describe('uploading a file', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let address: string

  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    await app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  async function upload(
    owner: Owner,
    name: string,
    content: Buffer,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const response = await fetch(`${address}/api/v1/sources/files`, {
      method: 'POST',
      headers: { ...owner.headers, ...headers },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }

  async function call(owner: Owner, method: string, path: string): Promise<Reply> {
    const response = await fetch(`${address}/api/v1${path}`, { method, headers: owner.headers })
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }

  async function sourceOf(id: string): Promise<Source & { file_key: string | null }> {
    const { rows } = await platform.db.asService(null, tx =>
      sql<Source & { file_key: string | null }>`select * from sources where id = ${id}`.execute(tx),
    )
    return rows[0] as Source & { file_key: string | null }
  }

  async function livePassages(
    owner: Owner,
  ): Promise<{ text: string; heading: string; source_id: string; start: number; end: number }[]> {
    const { rows } = await platform.db.asPerson({ role: 'authenticated', sub: owner.personId }, tx =>
      sql<{ text: string; heading: string; source_id: string; start: number; end: number }>`
        select source_id, heading, text, "start", "end" from passages where workspace_id = ${owner.workspaceId} order by source_id, position`.execute(
        tx,
      ),
    )
    return rows
  }

  async function used(owner: Owner): Promise<number> {
    const { rows } = await platform.db.asService(owner.workspaceId, tx =>
      sql<{
        used: number
      }>`select used from usage_counters where workspace_id = ${owner.workspaceId} and metric = 'documents'`.execute(
        tx,
      ),
    )
    return rows[0]?.used ?? -1
  }

  async function knowledge(owner: Owner): Promise<number> {
    const { rows } = await platform.db.asService(owner.workspaceId, tx =>
      sql<{ v: number }>`select knowledge_version as v from workspaces where id = ${owner.workspaceId}`.execute(tx),
    )
    return rows[0]?.v ?? -1
  }

  function filesOf(owner: Owner): string[] {
    try {
      return readdirSync(join(platform.config.dataDir, 'files/sources', owner.workspaceId))
    } catch {
      return []
    }
  }

  test('the price list becomes passages in all three kinds, with the fee for shipping in one of them', async () => {
    const owner = await makeOwner(platform)
    const member = await makeMember(platform, owner)
    const files = {
      'Bảng giá.pdf': await priceListPdf(),
      'Bảng giá.docx': await priceListDocx(),
      'Bảng giá.txt': priceListTxt(),
    }
    for (const [name, content] of Object.entries(files)) {
      const reply = await upload(member, name, content)
      assert.equal(reply.status, 201, name)
      assert.equal(reply.body.title, name)
      assert.equal(reply.body.status, 'processing')
      await platform.jobs.drain()
      const source = await sourceOf(reply.body.id)
      assert.deepEqual([source.status, source.progress, source.reason], ['processed', 100, null], name)
      const passages = (await livePassages(owner)).filter(passage => passage.source_id === source.id)
      assert.equal(passages.length, source.passages_count)
      assert.ok(
        passages.some(passage => /Phí giao hàng/.test(passage.heading) && passage.text.includes('phí ship 22.000đ')),
        name,
      )
      assert.ok(
        passages.some(passage => passage.text.includes('| Robusta Buôn Hồ | 89.000đ | 165.000đ | 310.000đ |')),
        name,
      )
      const { rows } = await platform.db.asService(owner.workspaceId, tx =>
        sql<{
          text: string
          pages: unknown[]
        }>`select text, pages from private.source_texts where source_id = ${source.id}`.execute(tx),
      )
      for (const { start, end, text } of passages) assert.ok(text.endsWith(rows[0]?.text.slice(start, end) ?? '?'))
      assert.deepEqual(rows[0]?.pages, name.endsWith('.pdf') ? [{ number: 1, start: 0 }] : [])
    }
    assert.equal(await used(owner), 3)
    assert.equal(await knowledge(owner), 3)
    const fourth = await upload(owner, 'khac.txt', Buffer.from('Thêm một tệp nữa.'))
    assert.deepEqual([fourth.status, fourth.body.error?.code], [402, 'usage.documents_reached'])
    assert.equal(filesOf(owner).length, 3, 'the refused file is not kept')
  })

  test('what cannot be read is refused at once or fails with its reason, in both languages', async () => {
    const cases: [name: string, content: Buffer, status: number, code: string][] = [
      ['setup.pdf', windowsProgram(), 415, 'training.wrong_type'],
      ['setup.docx', windowsProgram(), 415, 'training.wrong_type'],
      ['setup.txt', windowsProgram(), 415, 'training.wrong_type'],
      ['anh.png', Buffer.from('89504e470d0a1a0a', 'hex'), 415, 'training.wrong_type'],
      ['khong-duoi', priceListTxt(), 415, 'training.wrong_type'],
      ['bang-gia.txt', await priceListPdf(), 415, 'training.wrong_type'],
      ['bang-gia.pdf', await priceListDocx(), 415, 'training.wrong_type'],
      ['bang-gia.doc', oldOfficeFile(), 415, 'training.old_word'],
      ['bang-gia.docx', oldOfficeFile(), 415, 'training.old_word'],
      ['khoa.docx', oldOfficeFile('EncryptedPackage'), 422, 'training.file_encrypted'],
      ['trong.pdf', Buffer.alloc(0), 422, 'training.empty'],
      ['khoa.pdf', await encryptedPdf(), 201, 'training.file_encrypted'],
      ['quet.pdf', await scannedPdf(), 201, 'training.no_text'],
      ['cut.pdf', (await priceListPdf()).subarray(0, 900), 201, 'training.file_damaged'],
      ['bom.docx', bombDocx(), 201, 'training.file_too_complex'],
      ['trang.txt', Buffer.from('\ufeff  \n\t\n'), 201, 'training.empty'],
      ['ansi.txt', Buffer.from([0x47, 0x69, 0xe1, 0x20, 0x31, 0x30, 0x30, 0x6b]), 201, 'training.text_encoding'],
    ]
    const owner = await makeOwner(platform)
    for (const [name, content, status, code] of cases) {
      const reply = await upload(owner, name, content, { 'accept-language': 'en' })
      assert.equal(reply.status, status, name)
      if (status !== 201) {
        assert.equal(reply.body.error?.code, code, name)
        assert.match(reply.body.error?.message ?? '', /^[A-Z].+\.$/)
        continue
      }
      await platform.jobs.drain()
      const source = await sourceOf(reply.body.id)
      assert.deepEqual([source.status, source.reason], ['failed', code], name)
    }
    assert.equal(await used(owner), 0, 'a failed file takes no place')
    assert.deepEqual(filesOf(owner), [], 'and leaves no file')
    assert.deepEqual(await livePassages(owner), [])
  })

  test('10 MB pass, one byte more is refused and leaves nothing', async () => {
    const owner = await makeOwner(platform)
    const line = Buffer.from('Áo thun cổ tròn giá 199.000đ, giao trong 3 ngày.\n')
    const full = Buffer.alloc(maxFileSize, 'a')
    for (let i = 0; i + line.length < full.length; i += 100_000) line.copy(full, i)
    const more = await upload(owner, 'lon.txt', Buffer.concat([full, Buffer.from('a')]))
    assert.deepEqual([more.status, more.body.error?.code], [413, 'training.file_too_large'])
    const far = await upload(owner, 'rat-lon.txt', Buffer.alloc(3 * maxFileSize, 'a'))
    assert.deepEqual([far.status, far.body.error?.code], [413, 'training.file_too_large'])
    assert.equal(await sendInPieces(owner, 12), 413, 'also when the sender does not say how much comes')
    assert.deepEqual(filesOf(owner), [])
    const exact = await upload(owner, 'lon.txt', full)
    assert.deepEqual([exact.status, exact.body.size], [201, maxFileSize])
    await platform.jobs.drain()
    assert.equal((await sourceOf(exact.body.id)).status, 'processed')
  })

  test('a name is only a name', async () => {
    const owner = await makeOwner(platform)
    const names: [sent: string, expected: string][] = [
      ['../../etc/x.txt', 'x.txt'],
      ['..\\..\\Bảng giá\u202Etxt.exe\u200B.txt', 'Bảng giátxt.exe.txt'],
      ['Gia\u0301 <b>mới<b> 🧋.txt', 'Giá <b>mới<b> 🧋.txt'],
    ]
    for (const [i, [sent, expected]] of names.entries()) {
      const reply = await upload(owner, sent, Buffer.from(`Giá trà sữa số ${i} là 3${i}.000đ.`))
      assert.deepEqual([reply.status, reply.body.title], [201, expected])
      assert.match(
        (await sourceOf(reply.body.id)).file_key ?? '',
        new RegExp(`^sources/${owner.workspaceId}/[0-9a-f-]{36}$`),
      )
    }
  })

  test('the same file twice, at once or later, is one source; removed or failed, it may come again', async () => {
    const owner = await makeOwner(platform)
    const content = priceListTxt()
    const replies = await Promise.all([
      upload(owner, 'a.txt', content),
      upload(owner, 'b.txt', content),
      upload(owner, 'a.txt', content),
    ])
    assert.deepEqual(
      replies.map(reply => reply.status).toSorted((a, b) => a - b),
      [200, 200, 201],
    )
    assert.equal(new Set(replies.map(reply => reply.body.id)).size, 1)
    assert.equal(filesOf(owner).length, 1)
    assert.equal(await used(owner), 1)
    await platform.jobs.drain()
    const [{ body }] = replies as [Reply, ...Reply[]]
    assert.equal((await call(owner, 'DELETE', `/sources/${body.id}`)).status, 200)
    assert.equal((await upload(owner, 'a.txt', content)).status, 201)

    const scan = await scannedPdf()
    const first = await upload(owner, 'quet.pdf', scan)
    await platform.jobs.drain()
    const second = await upload(owner, 'quet.pdf', scan)
    assert.equal(second.status, 201)
    assert.equal((await sourceOf(first.body.id)).status, 'removed', 'the failed one gives way')
    await platform.jobs.drain()
    assert.equal((await call(owner, 'DELETE', `/sources/${second.body.id}`)).status, 200)
    assert.equal(await used(owner), 1, 'what failed took no place that it could give back')
  })

  test('an Idempotency-Key gives the first result again, and refuses another file', async () => {
    const owner = await makeOwner(platform)
    const headers = { 'idempotency-key': 'lan-1' }
    const first = await upload(owner, 'a.txt', Buffer.from('Giá 10.000đ.'), headers)
    const again = await upload(owner, 'a.txt', Buffer.from('Giá 10.000đ.'), headers)
    assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id])
    const other = await upload(owner, 'a.txt', Buffer.from('Giá 20.000đ.'), headers)
    assert.deepEqual([other.status, other.body.error?.code], [409, 'request.conflict'])
    assert.equal(filesOf(owner).length, 1)
  })

  test('removal counts at once; the file goes later; another workspace sees nothing to remove', async () => {
    const owner = await makeOwner(platform)
    const stranger = await makeOwner(platform)
    const { body } = await upload(owner, 'a.docx', await priceListDocx())
    await platform.jobs.drain()
    assert.equal((await call(stranger, 'DELETE', `/sources/${body.id}`)).status, 404)
    assert.equal((await call(stranger, 'POST', `/sources/${body.id}/retry`)).status, 404)
    assert.ok((await livePassages(owner)).length > 0)
    assert.equal((await livePassages(stranger)).length, 0)
    const before = await knowledge(owner)
    assert.equal((await call(owner, 'DELETE', `/sources/${body.id}`)).status, 200)
    assert.deepEqual(await livePassages(owner), [])
    assert.equal(await knowledge(owner), before + 1)
    assert.equal(await used(owner), 0)
    assert.equal((await call(owner, 'DELETE', `/sources/${body.id}`)).status, 200, 'a second click')
    assert.equal(await used(owner), 0)
    await platform.jobs.drain()
    assert.equal(filesOf(owner).length, 1, 'for the way back')
    assert.equal((await call(stranger, 'DELETE', `/sources/${body.id}?erase=true`)).status, 404)
    assert.equal((await call(owner, 'DELETE', `/sources/${body.id}?erase=true`)).status, 200)
    await platform.jobs.drain()
    assert.deepEqual(filesOf(owner), [])
    assert.equal((await sourceOf(body.id)).file_key, null)
    const { rows } = await platform.db.asService(owner.workspaceId, tx =>
      sql<{
        action: string
        actor: string
      }>`select action, actor from audit_log where target = ${body.id} order by at, id`.execute(tx),
    )
    const actor = owner.personId
    assert.deepEqual(rows, [
      { action: 'source.removed', actor },
      { action: 'source.erased', actor },
    ])
  })

  test('without a session, a file or a whole body nothing is stored', async () => {
    const owner = await makeOwner(platform)
    assert.equal(
      (await upload({ ...owner, headers: { authorization: 'Bearer x' } }, 'a.txt', priceListTxt())).status,
      401,
    )
    const json = await call(owner, 'POST', '/sources/files')
    assert.deepEqual([json.status, json.body.error?.code], [400, 'training.file_missing'])
    const none = await fetch(`${address}/api/v1/sources/files`, {
      method: 'POST',
      headers: owner.headers,
      body: new FormData(),
    })
    assert.equal(none.status, 400)
    await breakOff(owner)
    const { rows } = await platform.db.asService(null, tx =>
      sql`select 1 from sources where workspace_id = ${owner.workspaceId}`.execute(tx),
    )
    assert.equal(rows.length, 0)
  })

  function sendInPieces(owner: Owner, megabytes: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x' }
      const sending = httpRequest(`${address}/api/v1/sources/files`, { method: 'POST', headers }, response => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
      sending.on('error', reject)
      sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
      for (let i = 0; i < megabytes; i++) sending.write(Buffer.alloc(1_048_576, 'a'))
      sending.end('\r\n--x--\r\n')
    })
  }

  async function breakOff(owner: Owner): Promise<void> {
    const started = new Promise<void>(resolve => {
      const sending = httpRequest(`${address}/api/v1/sources/files`, {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000_000 },
      })
      sending.on('error', () => resolve())
      sending.write(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' + 'a'.repeat(300_000),
      )
      const timer = setInterval(() => {
        if (filesOf(owner).length === 0) return
        clearInterval(timer)
        sending.destroy()
      }, 5)
    })
    await started
    const deadline = Date.now() + 30_000
    while (filesOf(owner).length > 0 && Date.now() < deadline) await new Promise(resolve => setTimeout(resolve, 5))
    assert.deepEqual(filesOf(owner), [])
  }
})
