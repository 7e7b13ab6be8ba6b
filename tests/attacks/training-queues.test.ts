// Small files that are expensive to read delay only their own shop.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { addFile } from '#features/training/sources/add-file.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import { errorText } from '#shared/errors.ts'
import { programForTests } from '#tests/setup/program.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'

/** Many pages sharing one long text that has to be laid out for each. */
function costlyPdf(): Buffer {
  const text = Array.from({ length: 1500 }, (_, n) => `1 0 0 1 ${n % 500} ${n % 700} Tm (gia ${n}) Tj`).join('\n')
  const content = `BT /F1 8 Tf\n${text}\nET`
  const pages = 1500
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Count ${pages}/Kids[${Array.from({ length: pages }, (_, n) => `${n + 5} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...Array.from({ length: pages }, () => '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>'),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const place = file.length
    file += `${n + 1} 0 obj${object}endobj\n`
    return place
  })
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
  )
}

describe('files that are costly to read', () => {
  const program = programForTests({ settings: { TRAINING_CPU_SECONDS: '1.5' } })

  async function add(caller: Caller, content: Buffer, type: 'pdf' | 'txt'): Promise<string> {
    const { platform } = program
    const id = newId()
    const key = `sources/${caller.workspaceId}/${id}`
    const saved = await platform.files.save(key, Readable.from([content]), { maxBytes: content.length })
    const file = { id, key, type, title: `${id}.${type}`, ...saved, sha256: id.replaceAll('-', '').padEnd(64, '0') }
    return (await addFile(platform, caller, file)).source.id
  }
  async function states(ids: string[]): Promise<string[]> {
    const { rows } = await program.platform.db.asService(null, tx =>
      sql<{
        state: string
      }>`select coalesce(reason, status) as state from sources where id = any (${ids}::uuid[])`.execute(tx),
    )
    return rows.map(row => row.state)
  }

  test('end with their reason when their time is over, and leave others their turn', async () => {
    const bytes = costlyPdf()
    assert.ok(bytes.length < 200_000)
    const [greedy, shop] = [
      (await makeWorkspace(program.platform)).admin,
      (await makeWorkspace(program.platform)).admin,
    ]
    const files: string[] = []
    for (let n = 0; n < 3; n++) files.push(await add(greedy, bytes, 'pdf'))
    const line = await add(shop, Buffer.from('Phí giao hàng nội thành là 20.000đ.'), 'txt')
    const drained = program.platform.jobs.drain()
    while ((await states([line]))[0] === 'processing') await wait(20)
    const waiting = (await states(files)).filter(state => state === 'processing')
    assert.deepEqual(await states([line]), ['processed'])
    // The first was read beside it, and may have ended before it where the machine is busy.
    assert.ok(waiting.length >= 2, `${waiting.length} still wait`)
    await drained
    for (let step = 0; step < 10 && (await states(files)).includes('processing'); step++) {
      program.platform.clock.advance(1000)
      await program.platform.jobs.drain()
    }
    assert.deepEqual(await states(files), Array(3).fill('training.too_slow'))
    for (const language of ['vi', 'en'] as const) assert.ok(errorText('training.too_slow', language).length > 40)
  })
})
