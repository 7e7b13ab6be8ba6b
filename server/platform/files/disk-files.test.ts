import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { testFileStore } from '#tests/setup/file-store-tests.ts'
import { makeDiskFiles } from './disk-files.ts'
import { FileTooLarge } from './files.ts'
import { Readable } from 'node:stream'

describe('files on the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-files-'))
  const files = makeDiskFiles(join(folder, 'files'))
  after(() => rmSync(folder, { recursive: true }))

  testFileStore(files)

  test('what is refused, or breaks off, leaves nothing behind', async () => {
    await assert.rejects(files.save('left/a', Readable.from([Buffer.alloc(11)]), { maxBytes: 10 }), FileTooLarge)
    const broken = new Readable({
      read() {
        this.push(Buffer.alloc(5))
        this.destroy(new Error('the line broke'))
      },
    })
    await assert.rejects(files.save('left/b', broken, { maxBytes: 10 }), /the line broke/)
    assert.deepEqual(readdirSync(join(folder, 'files/left')), [])
  })

  test('a key never leaves the folder', async () => {
    for (const key of ['../a', 'a/../../b', '/etc/passwd', '..', '.', '']) {
      await assert.rejects(files.read(key), /may not leave/)
      await assert.rejects(files.save(key, Readable.from(['x']), { maxBytes: 10 }), /may not leave/)
      await assert.rejects(files.remove(key), /may not leave/)
    }
    assert.deepEqual(readdirSync(folder), ['files'])
  })
})
