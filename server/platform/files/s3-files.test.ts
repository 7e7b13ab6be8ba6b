import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { testFileStore } from '#tests/setup/file-store-tests.ts'
import { startS3Server } from '#tests/setup/s3-server.ts'
import { makeDiskFiles } from './disk-files.ts'
import { FileTooLarge } from './files.ts'
import { systemClock } from '../clock.ts'
import { makeS3Client } from './s3-client.ts'
import { makeS3Files } from './s3-files.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

describe('files in an S3-compatible store', async () => {
  const server = await startS3Server()
  const folder = mkdtempSync(join(tmpdir(), 'sen-passing-'))
  const passing = makeDiskFiles(folder)
  const files = makeS3Files(server, passing)
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  testFileStore(files)

  test('nothing stays on this machine', async () => {
    await files.save('a/b', Readable.from(['x']), { maxBytes: 10 })
    const copy = await files.local('a/b')
    assert.equal(readdirSync(folder).length, 1)
    await copy.release()
    await assert.rejects(files.save('a/c', Readable.from(['xx']), { maxBytes: 1 }), FileTooLarge)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('a machine whose clock is an hour wrong signs by the clock of the store', async t => {
    for (const offMs of [3_600_000, -3_600_000]) {
      t.mock.method(systemClock, 'now', () => new Date(Date.now() + offMs))
      assert.equal(await makeS3Files(server, passing).exists('clock/none'), false)
      await makeS3Files(server, passing).save(`clock/${offMs}`, Readable.from(['x']), { maxBytes: 10 })
      await files.remove(`clock/${offMs}`)
    }
  })

  test('a key never leads out of the bucket', async () => {
    for (const key of ['../other/a', 'a/../../b', '/a', '.', 'a?acl', 'a%2f..'])
      await assert.rejects(files.save(key, Readable.from(['x']), { maxBytes: 10 }), /may not leave/)
  })

  test('more files than one answer names are all listed, and what others put there is not', async () => {
    const client = makeS3Client(server)
    const put = (key: string) => client.done(key, { method: 'PUT', body: new Blob(['x']), sha256: sha256Of('x') })
    for (const number of Array(5).keys()) await put(`many/${number}`)
    await put('sen-20261129T000000Z.backup')
    const listed: string[] = []
    for await (const { key } of client.list('many/', 2)) listed.push(key)
    assert.deepEqual(listed, ['many/0', 'many/1', 'many/2', 'many/3', 'many/4'])
    const keys: string[] = []
    for await (const key of files.keys()) keys.push(key)
    assert.equal(keys.filter(key => key.startsWith('many/')).length, 5)
    assert.equal(keys.includes('sen-20261129T000000Z.backup'), false)
  })

  test('a page of another program is a fault, not an empty store', async t => {
    const page = createServer((_request, response) => response.end('<html><body>Xin chào</body></html>'))
    page.listen(0, '127.0.0.1')
    await once(page, 'listening')
    t.after(() => page.close())
    const endpoint = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    const client = makeS3Client({ ...server, endpoint })
    await assert.rejects(client.list('').next(), /with no list of files/)
    await assert.rejects(client.listUploads('').next(), /with no list of files/)
  })

  test('a wrong key is a fault, not a missing file', async () => {
    const other = makeS3Files({ ...server, accessKeyId: 'WRONG' }, passing)
    await assert.rejects(other.save('a/d', Readable.from(['x']), { maxBytes: 10 }), /answered 403 to PUT/)
    assert.equal(await files.exists('a/d'), false)
    assert.deepEqual(readdirSync(folder), [])
  })
  test('an upload says its length and its sum, and is read as the store takes it', async t => {
    const asked = Promise.withResolvers<IncomingMessage>()
    const slow = createServer((request, response) => {
      request.on('end', () => response.end())
      asked.resolve(request)
    }).listen(0, '127.0.0.1')
    await once(slow, 'listening')
    t.after(() => {
      slow.closeAllConnections()
      slow.close()
    })
    const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const bytes = Buffer.alloc(32 * 1024 * 1024)
    const saving = makeS3Files({ ...server, endpoint }, passing).save('a/e', Readable.from([bytes]), {
      maxBytes: bytes.length,
    })
    const fails = assert.rejects(saving, 'what is still on the disk has changed')
    const request = await asked.promise
    assert.equal(request.headers['content-length'], String(bytes.length))
    assert.equal(request.headers['x-amz-content-sha256'], createHash('sha256').update(bytes).digest('hex'))
    appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'x')
    request.resume()
    await fails
    assert.deepEqual(readdirSync(folder), [])
  })
})
