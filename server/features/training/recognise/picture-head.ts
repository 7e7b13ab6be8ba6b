import { ExtractError } from '../extract/extractor.ts'

export type PictureType = 'jpg' | 'png' | 'webp'

/** `turn`: EXIF orientation, 1 to 8. */
export type PictureHead = { type: PictureType; width: number; height: number; turn: number }

/** @throws `wrong_type`, or `file_damaged` without a size */
export function readHead(bytes: Uint8Array): PictureHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  try {
    if (head.startsWith('\xFF\xD8\xFF')) return sized({ type: 'jpg', ...jpegHead(view) })
    if (head.startsWith('\x89PNG\r\n\x1A\n') && head.slice(12, 16) === 'IHDR')
      return sized({ type: 'png', width: view.getUint32(16), height: view.getUint32(20), turn: pngTurn(view) })
    if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
      return sized({ type: 'webp', ...webpSize(view, head), turn: webpTurn(view) })
  } catch (error) {
    if (error instanceof RangeError) throw new ExtractError('file_damaged')
    throw error
  }
  throw new ExtractError('wrong_type')
}

function sized(head: PictureHead): PictureHead {
  if (head.width < 1 || head.height < 1) throw new ExtractError('file_damaged')
  return head
}

/** EXIF precedes the frame, which has the size. */
function jpegHead(view: DataView): { width: number; height: number; turn: number } {
  let turn = 1
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) throw new ExtractError('file_damaged')
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), turn }
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) turn = exifTurn(view, at + 10)
    at += 2 + view.getUint16(at + 2)
  }
}

function pngTurn(view: DataView): number {
  for (let at = 8, chunks = 0; at + 12 <= view.byteLength && chunks < 64; chunks++) {
    const kind = view.getUint32(at + 4)
    if (kind === 0x49444154) return 1
    if (kind === 0x65584966) return exifTurn(view, at + 8)
    at += 12 + view.getUint32(at)
  }
  return 1
}

function webpSize(view: DataView, head: string): { width: number; height: number } {
  const kind = head.slice(12, 16)
  if (kind === 'VP8X') return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

function webpTurn(view: DataView): number {
  for (let at = 12, chunks = 0; at + 8 <= view.byteLength && chunks < 64; chunks++) {
    const length = view.getUint32(at + 4, true)
    if (view.getUint32(at) === 0x45584946) {
      const hasName = view.getUint32(at + 8) === 0x45786966
      return exifTurn(view, at + 8 + (hasName ? 6 : 0))
    }
    at += 8 + length + (length % 2)
  }
  return 1
}

/** 1 if missing or invalid. */
function exifTurn(view: DataView, start: number): number {
  try {
    const little = view.getUint16(start) === 0x4949
    const directory = start + view.getUint32(start + 4, little)
    const entries = view.getUint16(directory, little)
    for (let i = 0; i < Math.min(entries, 200); i++) {
      const entry = directory + 2 + 12 * i
      if (view.getUint16(entry, little) !== 0x0112) continue
      const turn = view.getUint16(entry + 8, little)
      return turn >= 1 && turn <= 8 ? turn : 1
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}
