import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { readZip } from '#tests/drivers/read-zip.ts'
import { type ZipEntry, zipOf } from './zip.ts'

const at = new Date('2026-11-30T10:20:30Z')

async function* entriesOf(contents: Record<string, Uint8Array>): AsyncGenerator<ZipEntry> {
  for (const [name, content] of Object.entries(contents)) yield { name, at, content: Readable.from([content]) }
}

test('whatever goes in comes out, under its name', async () => {
  const names = fc.string({ unit: fc.constantFrom('a', 'ố', '💛', ' ', '-', '7'), minLength: 1, maxLength: 20 })
  const files = fc.dictionary(names, fc.uint8Array({ maxLength: 3000 }), { maxKeys: 6 })
  await fc.assert(
    fc.asyncProperty(files, async contents => {
      const wanted = Object.entries(contents).map(([name, content]) => [name, { content: Buffer.from(content), at }])
      const bytes = await buffer(Readable.from(zipOf(entriesOf(contents))))
      assert.deepEqual(await readZip(bytes), Object.fromEntries(wanted))
    }),
    { numRuns: 30 },
  )
})

test('what is packed already is stored as it is', async () => {
  const content = Buffer.alloc(5000, 'x')
  const sizeOf = async (packed: boolean) => {
    const entries = (async function* (): AsyncGenerator<ZipEntry> {
      yield { name: 'a', at, content: Readable.from([content]), packed }
    })()
    const bytes = await buffer(Readable.from(zipOf(entries)))
    assert.deepEqual((await readZip(bytes))['a']?.content, content)
    return bytes.length
  }
  assert.ok((await sizeOf(true)) > 5000)
  assert.ok((await sizeOf(false)) < 1000)
})

test('a large one passes through, piece by piece', async () => {
  const chunk = Buffer.alloc(1_000_000, 'x')
  let made = 0
  async function* large(): AsyncGenerator<ZipEntry> {
    const content = (async function* () {
      for (; made < 300; made++) yield chunk
    })()
    yield { name: 'to.bin', at, content }
  }
  let first = 0
  let size = 0
  for await (const piece of zipOf(large())) {
    size += piece.length
    // Past the head: the first packed piece is there long before all of it was read.
    if (size > 100) first ||= made
  }
  assert.equal(made, 300)
  assert.ok(first > 0 && first < 100, `${first}`)
})

test('what cannot be read fails the file', async () => {
  const content = (async function* () {
    yield Buffer.from('half')
    throw new Error('the store is down')
  })()
  const entries = (async function* () {
    yield { name: 'a', at, content }
  })()
  await assert.rejects(buffer(Readable.from(zipOf(entries))), /the store is down/)
})
