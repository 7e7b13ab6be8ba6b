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
import { makeS3Files } from './s3-files.ts'

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
