import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** `name`: a path with '/'. `packed`: is small already, and is stored as it is. */
export type ZipEntry = { name: string; at: Date; content: AsyncIterable<Uint8Array | string>; packed?: boolean }

/** A ZIP file, made while it is read: one entry is open at a time, and none is ever whole in memory. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let open: Readable | undefined
  async function add(): Promise<void> {
    for await (const { name, at, content, packed = false } of entries) {
      open = Readable.from(content, { objectMode: false })
      zip.addReadStream(open, name, { mtime: at, compress: !packed })
      await finished(open)
    }
    zip.end()
  }
  const added = add().catch((error: Error) => output.destroy(error))
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    open?.destroy()
    await added
  }
}
