import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { testFileStore } from '#tests/setup/file-store-tests.ts'
import { startS3Server } from '#tests/setup/s3-server.ts'
import { systemClock } from '../clock.ts'
import { makeDiskFiles } from './disk-files.ts'
import { FileTooLarge } from './files.ts'
import { makeS3Files } from './s3-files.ts'
import { emptySha256, signS3 } from './s3-signature.ts'

describe('files in an S3-compatible store', async () => {
  const server = await startS3Server()
  const folder = mkdtempSync(join(tmpdir(), 'sen-passing-'))
  const passing = makeDiskFiles(folder)
  const files = makeS3Files(server, passing, systemClock)
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
    const other = makeS3Files({ ...server, accessKeyId: 'WRONG' }, passing, systemClock)
    await assert.rejects(other.save('a/d', Readable.from(['x']), { maxBytes: 10 }), /answered 403 to PUT/)
    assert.equal(await files.exists('a/d'), false)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('the signature is the one of the published example', () => {
    const { authorization } = signS3(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        sha256: emptySha256,
      },
      {
        region: 'us-east-1',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      new Date('2013-05-24T00:00:00Z'),
    )
    assert.match(authorization ?? '', /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/)
  })
})
