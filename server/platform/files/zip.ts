import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** `name`: a path with '/'. */
export type ZipEntry = { name: string; at: Date; content: AsyncIterable<Uint8Array | string> }
type Written = { name: Buffer; at: number; crc: number; packed: number; size: number; start: number }

/** Of names in UTF-8, whose sizes follow their content. */
const flags = 0x08_08
const deflated = 8
const version = 20
const most32 = 0xff_ff_ff_ff
const most16 = 0xff_ff

/**
 * A ZIP file, made while it is read: no entry is ever whole in memory. Without ZIP64, which old programs do not open: for less than
 * 4 GB and 65,535 entries. @throws RangeError for more
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let place = 0
  for await (const { name, at, content } of entries) {
    const one: Written = { name: Buffer.from(name), at: dosTime(at), crc: 0, packed: 0, size: 0, start: place }
    const head = Buffer.concat([
      numbers([4, 0x04_03_4b_50], ...commonOf(one, { withSums: false }), [2, one.name.length], [2, 0]),
      one.name,
    ])
    yield head
    for await (const chunk of packed(content, one)) {
      one.packed += chunk.length
      yield chunk
    }
    const foot = numbers([4, 0x08_07_4b_50], [4, one.crc], [4, one.packed], [4, one.size])
    yield foot
    place += head.length + one.packed + foot.length
    written.push(one)
    if (place > most32 || one.size > most32 || written.length > most16) throw new RangeError('Too much for a ZIP file.')
  }
  let size = 0
  for (const one of written) {
    const line = Buffer.concat([centralOf(one), one.name])
    size += line.length
    yield line
  }
  yield numbers(
    ...([
      [4, 0x06_05_4b_50],
      [2, 0],
      [2, 0],
      [2, written.length],
      [2, written.length],
    ] as const),
    ...([
      [4, size],
      [4, place],
      [2, 0],
    ] as const),
  )
}

async function* packed(content: ZipEntry['content'], sums: Written): AsyncGenerator<Buffer> {
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      yield bytes
    }
  }
  // What fails reaches the reader below.
  yield* pipeline(Readable.from(measured()), createDeflateRaw(), () => {}) as AsyncIterable<Buffer>
}

type Field = readonly [bytes: 2 | 4, value: number]

function commonOf({ at, crc, packed: packedSize, size }: Written, { withSums }: { withSums: boolean }): Field[] {
  const sums = withSums ? [crc, packedSize, size] : [0, 0, 0]
  return [[2, version], [2, flags], [2, deflated], [4, at], ...sums.map((value): Field => [4, value])]
}

function centralOf(one: Written): Buffer {
  const empty: Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
  ]
  return numbers(
    ...([
      [4, 0x02_01_4b_50],
      [2, version],
    ] as const),
    ...commonOf(one, { withSums: true }),
    ...([[2, one.name.length], ...empty, [4, one.start]] as const),
  )
}

function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((all, [length]) => all + length, 0))
  let at = 0
  for (const [length, value] of fields) at = bytes.writeUIntLE(value, at, length)
  return bytes
}

/** To two seconds, without a zone; nothing before 1980. */
function dosTime(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - 1980)
  const day = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return day * 0x1_00_00 + time
}
