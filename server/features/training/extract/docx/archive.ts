import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { ExtractError } from '../extractor.ts'

export const ARCHIVE_LIMITS = { entries: 5_000, bytes: 100_000_000, ratio: 100 }
/** Small parts may compress better: repeated empty cells are no bomb. */
const RATIO_FROM_BYTES = 1_000_000

/**
 * Unpacks every entry and counts, because declared sizes can lie; refuses DOCTYPEs (entity bombs).
 * @throws `wrong_type`, `file_encrypted`, `file_too_complex` or `file_damaged`
 */
export async function checkArchive(buffer: Buffer): Promise<void> {
  const archive = await open(buffer)
  const entries = await readDirectory(archive, buffer.length)
  let total = 0
  for (const entry of entries) {
    total += await unpackedSize(archive, entry, ARCHIVE_LIMITS.bytes - total)
    checkRatio(total, buffer.length)
  }
}

function checkRatio(unpacked: number, packed: number): void {
  if (unpacked > RATIO_FROM_BYTES && unpacked > packed * ARCHIVE_LIMITS.ratio)
    throw new ExtractError('file_too_complex')
}

function open(buffer: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Counted here; the library would report a lie as damage.
    fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: false }, (error, archive) => {
      if (error) reject(new ExtractError('file_damaged'))
      else resolve(archive)
    })
  })
}

function readDirectory(archive: ZipFile, packed: number): Promise<Entry[]> {
  if (archive.entryCount > ARCHIVE_LIMITS.entries) return Promise.reject(new ExtractError('file_too_complex'))
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    let declared = 0
    archive.on('error', () => reject(new ExtractError('file_damaged')))
    archive.on('end', () => (isWord(entries) ? resolve(entries) : reject(new ExtractError('wrong_type'))))
    archive.on('entry', (entry: Entry) => {
      declared += entry.uncompressedSize
      const tooMuch = declared > ARCHIVE_LIMITS.bytes || entries.length >= ARCHIVE_LIMITS.entries
      if (entry.isEncrypted()) return reject(new ExtractError('file_encrypted'))
      if (tooMuch || (declared > RATIO_FROM_BYTES && declared > packed * ARCHIVE_LIMITS.ratio)) {
        return reject(new ExtractError('file_too_complex'))
      }
      entries.push(entry)
      archive.readEntry()
    })
    archive.readEntry()
  })
}

function isWord(entries: Entry[]): boolean {
  const names = entries.map(entry => entry.fileName)
  return names.includes('[Content_Types].xml') && names.some(name => /^word\/.+\.xml$/.test(name))
}

function unpackedSize(archive: ZipFile, entry: Entry, left: number): Promise<number> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error) return reject(new ExtractError('file_damaged'))
      let size = 0
      const isXml = /\.(xml|rels)$/i.test(entry.fileName)
      stream.on('error', () => reject(new ExtractError('file_damaged')))
      stream.on('end', () => resolve(size))
      stream.on('data', (chunk: Buffer) => {
        // A DOCTYPE precedes the first element, so it is in the first chunk.
        if (isXml && size === 0 && chunk.includes('<!DOCTYPE')) return stop(stream, reject, 'file_damaged')
        size += chunk.length
        const ratio = size > RATIO_FROM_BYTES && size > entry.compressedSize * ARCHIVE_LIMITS.ratio
        if (size > left || ratio) stop(stream, reject, 'file_too_complex')
      })
    })
  })
}

function stop(
  stream: NodeJS.ReadableStream & { destroy?: () => void },
  reject: (error: ExtractError) => void,
  reason: 'file_damaged' | 'file_too_complex',
): void {
  stream.destroy?.()
  reject(new ExtractError(reason))
}
