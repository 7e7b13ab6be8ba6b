import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { FileMissing, type Files, FileTooLarge } from '#platform/files/files.ts'

export function testFileStore(files: Files): void {
  const bytes = Buffer.from('Bảng giá: phí giao hàng 15.000đ')
  const save = (key: string, content: Buffer) => files.save(key, Readable.from([content]), { maxBytes: 1000 })

  void test('a file is kept, measured, read whole and in part, and replaced', async () => {
    const measured = await save('shop/one', bytes)
    assert.deepEqual(measured, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    assert.deepEqual(await buffer(await files.read('shop/one')), bytes)
    assert.deepEqual(await buffer(await files.read('shop/one', { start: 2, end: 5 })), bytes.subarray(2, 6))
    await save('shop/one', Buffer.from('mới'))
    assert.equal(String(await buffer(await files.read('shop/one'))), 'mới')
  })

  void test('an empty file is a file', async () => {
    assert.equal((await save('shop/empty', Buffer.alloc(0))).size, 0)
    assert.equal((await buffer(await files.read('shop/empty'))).length, 0)
  })

  void test('it lies on this machine while somebody needs it there', async () => {
    await save('shop/local', bytes)
    const copy = await files.local('shop/local')
    assert.deepEqual(readFileSync(copy.path), bytes)
    await copy.release()
    assert.equal(await files.exists('shop/local'), true)
  })

  void test('a copy stands for itself', async () => {
    await save('shop/from', bytes)
    await files.copy('shop/from', 'shop/to')
    await files.remove('shop/from')
    assert.deepEqual(await buffer(await files.read('shop/to')), bytes)
  })

  void test('what is not there, or no longer, is told as missing', async () => {
    await save('shop/gone', bytes)
    await files.remove('shop/gone')
    await files.remove('shop/gone')
    assert.equal(await files.exists('shop/gone'), false)
    await assert.rejects(files.read('shop/gone'), FileMissing)
    await assert.rejects(files.local('shop/gone'), FileMissing)
    await assert.rejects(files.copy('shop/gone', 'shop/never'), FileMissing)
    assert.equal(await files.exists('shop/never'), false)
  })

  void test('the limit is exact', async () => {
    const exactly = (size: number) => files.save('shop/limit', Readable.from([Buffer.alloc(size)]), { maxBytes: 10 })
    assert.equal((await exactly(10)).size, 10)
    await files.remove('shop/limit')
    await assert.rejects(exactly(11), FileTooLarge)
    assert.equal(await files.exists('shop/limit'), false)
  })

  void test('every file is listed once, by its key', async () => {
    await save('listed/a', bytes)
    await save('listed/b/c', bytes)
    const keys: string[] = []
    for await (const key of files.keys()) keys.push(key)
    assert.deepEqual(keys.filter(key => key.startsWith('listed/')).toSorted(), ['listed/a', 'listed/b/c'])
  })
}
