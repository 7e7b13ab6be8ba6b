import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

export type ZipContent = Record<string, { content: Buffer; at: Date }>

/** By another program than the one that writes them, which compares sums and sizes. */
export async function readZip(bytes: Buffer): Promise<ZipContent> {
  const file = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true })
  const found: ZipContent = {}
  await new Promise<void>((done, fail) => {
    file.on('entry', (entry: Entry) => {
      file.openReadStream(entry, (error, stream) => {
        if (error) return fail(error)
        buffer(stream).then(content => {
          found[entry.fileName] = { content, at: entry.getLastModDate({ timezone: 'UTC' }) }
          file.readEntry()
        }, fail)
      })
    })
    file.on('end', done)
    file.on('error', fail)
    file.readEntry()
  })
  return found
}
