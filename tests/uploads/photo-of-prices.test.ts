import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { decode } from '@cwasm/jpeg-turbo'
import PDFDocument from 'pdfkit'
import { seconds } from '#platform/clock.ts'
import { sureFrom } from '#shared/contracts/training/photos.contract.ts'
import type { LinesLeft, PhotoLine, PhotoLines } from '#shared/contracts/training/photos.results.ts'
import type { Source } from '#shared/contracts/training/training.results.ts'
import { memberAt, strangerTo, trainingDrivers } from '#tests/drivers/training-driver.ts'

const photo = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../data/pictures', `${name}.jpg`))
const digits = (text: string): string => text.replace(/\D/g, '')

describe('a photo of a price list', { timeout: 240_000 }, () => {
  const desk = trainingDrivers()

  async function upload(content: Buffer, name: string): Promise<Source> {
    const sent = await desk.send('POST', '/sources/files', content, name)
    assert.equal(sent.status, 201, JSON.stringify(sent.json))
    await desk.platform.jobs.drain()
    return source(sent.json.id)
  }
  const source = async (id: string): Promise<Source> =>
    (await desk.call<Source[]>('GET', `/rest/v1/sources?id=eq.${id}`)).json[0] ?? assert.fail('It is not there.')
  const lines = async (id: string): Promise<PhotoLines> =>
    (await desk.call<PhotoLines>('GET', `/sources/${id}/lines`)).json
  const lineOf = async (id: string, words: RegExp): Promise<PhotoLine> =>
    (await lines(id)).lines.find(line => words.test(line.cells.join(' '))) ?? assert.fail(String(words))
  async function decide(id: string, some: object[]): Promise<number> {
    const { reading } = await lines(id)
    const { status, json } = await desk.call<LinesLeft>('PATCH', `/sources/${id}/lines`, { reading, lines: some })
    assert.equal(status, 200, JSON.stringify(json))
    desk.platform.clock.advance(seconds(3))
    await desk.platform.jobs.drain()
    return json.lines_open
  }
  /** Everything a bot, model or embedding could use. */
  async function known(id: string): Promise<string> {
    const { rows } = await desk.platform.db.asService(desk.owner.workspaceId, tx =>
      sql<{ text: string }>`select heading || ' ' || text as text from passages where source_id = ${id}
        union all select text from private.source_texts where source_id = ${id}`.execute(tx),
    )
    return rows.map(row => row.text).join('\n')
  }

  test('nothing with a number is known before somebody has looked at it; then exactly what was looked at', async () => {
    const {
      id,
      status,
      lines_open: open,
      reason,
    } = await upload(enlarged(photo('nails'), 7_300, 5_480), 'bang-gia.png')
    assert.deepEqual([status, reason], ['processed', null], '40 million pixels, within the reader’s limits')
    const first = await lines(id)
    const prices = first.lines.filter(line => line.cells.some(cell => /\d/.test(cell)))
    assert.equal(prices.length, 10)
    assert.ok(open >= 10 && prices.every(line => line.needs_review && line.state === 'open'))
    assert.doesNotMatch(await known(id), /\d/)
    assert.doesNotMatch((await desk.ask('sơn gel trơn giá bao nhiêu')).reply, /120/)

    const gel = await lineOf(id, /gel trơn/)
    const plain = await lineOf(id, /Sơn thường/)
    await decide(id, [
      { position: gel.position, state: 'right' },
      { position: plain.position, state: 'changed', cells: ['Sơn thường', '65.000đ'] },
    ])
    assert.match((await desk.ask('sơn gel trơn giá bao nhiêu')).reply, /120\.000/)
    assert.match((await desk.ask('sơn thường giá bao nhiêu')).reply, /65\.000/)
    assert.doesNotMatch((await desk.ask('nối mi Volume giá bao nhiêu')).reply, /320/)
    assert.deepEqual([...new Set((await known(id)).match(/\d[\d.]+/g))].sort(), ['120.000', '65.000'])

    await decide(id, [{ position: gel.position, state: 'open' }])
    assert.doesNotMatch((await desk.ask('sơn gel trơn giá bao nhiêu')).reply, /120/)
    const volume = await lineOf(id, /Volume/)
    await desk.platform.db.asService(desk.owner.workspaceId, tx =>
      sql`update private.recognised_lines set confidence = case position when ${volume.position}::int then ${sureFrom - 1} else 99 end
        where source_id = ${id}`.execute(tx),
    )
    const { lines: all, reading } = await lines(id)
    const rest = all.filter(line => line.needs_review && line.state === 'open').map(asRight)
    const refused = await desk.call('PATCH', `/sources/${id}/lines`, { reading, lines: rest })
    assert.deepEqual([refused.status, (await source(id)).lines_open], [400, rest.length], 'one was read with doubt')
    for (const line of all.filter(one => one.confidence < sureFrom)) await decide(id, [asRight(line)])
    const sure = rest.filter(({ position }) => (all[position]?.confidence ?? 0) >= sureFrom)
    assert.equal(await decide(id, sure), 0)
    assert.equal((await source(id)).lines_open, 0)
    assert.match((await desk.ask('nối mi Volume giá bao nhiêu')).reply, /320\.000/)
  })

  test('the lines of a page that was hard to read are taken as right one at a time', async () => {
    const { id } = await upload(photo('nails'), 'viet-tay.jpg')
    const { lines: all, reading } = await lines(id)
    const read = all.filter(line => line.needs_review)
    const blurred = read.slice(0, Math.ceil(read.length / 4)).map(({ position }) => position)
    await desk.platform.db.asService(desk.owner.workspaceId, tx =>
      sql`update private.recognised_lines set confidence = case when position = any (${blurred}::int[]) then ${sureFrom - 1} else 99 end
        where source_id = ${id}`.execute(tx),
    )
    const [one, two] = read.filter(({ position }) => !blurred.includes(position))
    assert.ok(one && two)
    const both = await desk.call('PATCH', `/sources/${id}/lines`, { reading, lines: [one, two].map(asRight) })
    assert.deepEqual([both.status, (await source(id)).lines_open], [400, read.length])
    assert.equal(await decide(id, [asRight(one)]), read.length - 1)
    assert.equal(await decide(id, [asRight(two)]), read.length - 2)
    const dropped = [one, two].map(({ position }) => ({ position, state: 'dropped' }))
    assert.equal(await decide(id, dropped), read.length - 2, 'they may be left out together')
  })

  test('columns, a dark ground and a photo from the side come out with their prices', async () => {
    for (const [name, wanted] of [
      ['dark-menu', ['35', '42', '39', '37', '45', '40', '43', '38', '36', '30']],
      ['from-the-side', ['2500030000', '2900035000', '3200038000', '4500055000']],
    ] as const) {
      const { id } = await upload(photo(name), `${name}.jpg`)
      const found = (await lines(id)).lines
        .filter(line => line.kind !== 'head')
        .map(line => digits(line.cells.join(' ')))
      for (const price of wanted) assert.ok(found.includes(price), `${name}: ${price} of ${found.join(', ')}`)
    }
  })

  test('its picture and lines are the shop’s own; lines of an older picture are not decided', async () => {
    const { id } = await upload(photo('nails'), 'bang-gia.jpg')
    const { lines: all, reading } = await lines(id)
    const [line] = all.filter(one => one.needs_review)
    const body = { reading, lines: [{ position: line?.position, state: 'right' }] }
    for (const [method, path, sent] of [
      ['GET', `/sources/${id}/lines`, undefined],
      ['GET', `/sources/${id}/pages/1`, undefined],
      ['PATCH', `/sources/${id}/lines`, body],
    ] as const) {
      assert.equal((await (await strangerTo(desk)).call(method, path, sent)).status, 404, path)
    }
    assert.equal((await (await memberAt(desk)).call('PATCH', `/sources/${id}/lines`, body)).status, 200)
    const old = await desk.call('PATCH', `/sources/${id}/lines`, { ...body, reading: 9 })
    assert.deepEqual([old.status, old.code], [409, 'training.lines_changed'])
    const short = { reading, lines: [{ position: line?.position, state: 'changed', cells: [] }] }
    assert.equal((await desk.call('PATCH', `/sources/${id}/lines`, short)).status, 400)
    const page = await desk.app.inject({ url: `/api/v1/sources/${id}/pages/1`, headers: desk.owner.headers })
    assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'image/jpeg'])
    assert.equal(page.rawPayload.equals(photo('nails')), true)
    assert.equal((await desk.call('GET', `/sources/${id}/pages/2`)).status, 404)
  })

  test('two people at one line: the later decision does not undo the earlier unseen, and nothing of it is saved', async () => {
    const { id } = await upload(photo('nails'), 'bang-gia.jpg')
    const { lines: all, reading } = await lines(id)
    const [line, other] = all.filter(one => one.needs_review && one.cells.length === 2)
    assert.ok(line && other)
    const colleague = await memberAt(desk)
    const changed = { position: line.position, state: 'changed', cells: ['Sơn gel', ' 95.000đ'] }
    const seen = { state: 'open' }
    const first = { reading, lines: [{ ...changed, seen }] }
    assert.equal((await colleague.call('PATCH', `/sources/${id}/lines`, first)).status, 200)
    const decided = async (position: number) => {
      const { state, said } = (await lines(id)).lines.find(one => one.position === position)!
      return [state, said?.at(-1)]
    }
    const mine = (was: object) => ({
      reading,
      lines: [
        { position: other.position, state: 'right', seen },
        { position: line.position, state: 'changed', cells: ['Sơn gel', '100.000đ'], seen: was },
      ],
    })
    const late = await desk.call('PATCH', `/sources/${id}/lines`, mine(seen))
    assert.deepEqual([late.status, late.code], [409, 'training.line_decided'])
    assert.deepEqual(
      [await decided(line.position), await decided(other.position)],
      [
        ['changed', '95.000đ'],
        ['open', undefined],
      ],
    )
    assert.equal((await desk.call('PATCH', `/sources/${id}/lines`, first)).status, 200, 'the same twice is no quarrel')
    const known = await desk.call('PATCH', `/sources/${id}/lines`, mine(changed))
    assert.equal(known.status, 200, 'who has seen it may decide otherwise')
    assert.deepEqual(await decided(line.position), ['changed', '100.000đ'])
  })

  test('a new photo takes the place of the old one and is looked at anew; the way back brings the old lines', async () => {
    const { id } = await upload(photo('nails'), 'bang-gia.jpg')
    const gel = await lineOf(id, /gel trơn/)
    await decide(id, [{ position: gel.position, state: 'right' }])
    const before = await source(id)
    await desk.send('PUT', `/sources/${id}/file`, photo('dark-menu'), 'menu.jpg')
    await desk.platform.jobs.drain()
    assert.doesNotMatch(await known(id).then(text => text.split('gel trơn').at(-1) ?? ''), /\dk/)
    assert.ok((await lines(id)).lines.some(line => /Trà/.test(line.cells.join(' '))))
    assert.doesNotMatch((await desk.ask('sơn gel trơn giá bao nhiêu')).reply, /120/)
    const back = await desk.call('POST', `/sources/${id}/versions/${before.live_version}/restore`, { confirm: null })
    if (back.status < 300) {
      assert.match((await desk.ask('sơn gel trơn giá bao nhiêu')).reply, /120\.000/)
      assert.equal((await lineOf(id, /gel trơn/)).state, 'right')
    }
  })

  test('a scanned PDF is read as a photo, with a picture of its page', async () => {
    const { id, status } = await upload(await asScan(photo('nails')), 'quet.pdf')
    assert.equal(status, 'processed')
    assert.ok((await lines(id)).lines.some(line => digits(line.cells.join(' ')) === '350000'))
    assert.doesNotMatch(await known(id), /\d/)
    const page = await desk.app.inject({ url: `/api/v1/sources/${id}/pages/1`, headers: desk.owner.headers })
    assert.equal(page.headers['content-type'], 'image/png')
  })

  test('what cannot be read says why', async () => {
    const blank = png(300, 300)
    const bomb = png(30_000, 30_000, 100)
    const large = png(60_000, 1_000)
    const cut = photo('nails').subarray(0, 3_000)
    for (const [name, content, reason] of [
      ['blank.png', blank, 'training.picture_unreadable'],
      ['bomb.png', bomb, 'training.picture_too_large'],
      ['large.png', large, 'training.picture_too_large'],
      ['dot.png', png(8, 8), 'training.picture_too_small'],
      ['cut.jpg', cut, 'training.file_damaged'],
      ['by-hand.jpg', photo('by-hand'), 'training.picture_handwritten'],
      ['by-hand.pdf', await asScan(photo('by-hand')), 'training.picture_handwritten'],
    ] as const) {
      assert.equal((await upload(content, name)).reason, reason, name)
    }
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)])
    for (const name of ['IMG_1.HEIC', 'IMG_1.jpg']) {
      const refused = await desk.send('POST', '/sources/files', heic, name)
      assert.deepEqual([refused.status, refused.code], [415, 'training.heic'], name)
    }
    assert.equal((await desk.send('POST', '/sources/files', 'no picture', 'x.png')).code, 'training.wrong_type')
  })
})

function asScan(jpeg: Buffer): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const whole = new Promise<Buffer>(resolve => pdf.on('end', () => resolve(Buffer.concat(parts))))
  pdf.image(jpeg, 0, 60, { width: 595 })
  pdf.end()
  return whole
}

function asRight({ position }: PhotoLine) {
  return { position, state: 'right' }
}

/** As the newest phones take them: the whole picture at the left, white beside it. */
function enlarged(jpeg: Buffer, width: number, height: number): Buffer {
  const from = decode(jpeg)
  const factor = height / from.height
  return pngOf(width, height, 8, y => {
    const line = Buffer.alloc(width + 1, 255)
    const top = Math.floor(y / factor) * from.width
    for (let x = 0; x < Math.min(width, from.width * factor); x++)
      line[x + 1] = from.data[4 * (top + Math.floor(x / factor))] ?? 255
    return line
  })
}

/** White; `rows` fewer than the header claims. */
function png(width: number, height: number, rows = height): Buffer {
  const line = Buffer.alloc(Math.ceil(width / 8) + 1, 255)
  return pngOf(width, height, 1, () => line, rows)
}

/** Grey, `depth` bits each. A line begins with its filter byte. */
function pngOf(width: number, height: number, depth: number, lineAt: (y: number) => Buffer, rows = height): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size[8] = depth
  const chunk = (name: string, bytes: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(bytes.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const lines = Array.from({ length: rows }, (_, y) => {
    const line = lineAt(y)
    line[0] = 0 // no filter
    return line
  })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
