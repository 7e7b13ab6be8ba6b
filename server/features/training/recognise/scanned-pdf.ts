import { crc32, deflateSync } from 'node:zlib'
import type { getDocumentProxy } from 'unpdf'
import { ExtractError, type Recognised } from '../extract/extractor.ts'
import { toGrey } from './decode-picture.ts'
import { type Grey, makeGrey, scaled } from './grey.ts'
import { recognisePage } from './recognise.ts'

export const MAX_SCANNED_PAGES = 10
const SHARPNESS = 200 / 72
const MAX_SIDE = 3_200
/** Wide enough to show a line beside its words. */
const SHOWN_WIDTH = 1_400

type Matrix = [number, number, number, number, number, number]
type Painted = { width: number; height: number; kind: number; data: Uint8Array | Uint8ClampedArray }

/** @throws `scan_too_long`, `no_text`, `picture_handwritten` */
export async function recogniseScan(bytes: Uint8Array): Promise<Recognised> {
  const library = await import('unpdf')
  const document = await library.getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  })
  if (document.numPages > MAX_SCANNED_PAGES) throw new ExtractError('scan_too_long')
  const found: Recognised = { pages: [], lines: [] }
  let handwritten = false
  for (let number = 1; number <= document.numPages; number++) {
    const picture = await pagePicture(await document.getPage(number))
    if (!picture) continue
    const tables = found.lines.reduce((max, line) => Math.max(max, (line.table ?? -1) + 1), 0)
    const lines = await recognisePage(picture, number, tables).catch(byHand)
    if (!lines) handwritten = true
    found.lines.push(...(lines ?? []))
    found.pages.push({ number, width: picture.width, height: picture.height, picture: shown(picture) })
  }
  if (found.lines.length === 0) throw new ExtractError(handwritten ? 'picture_handwritten' : 'no_text')
  return found
}

function byHand(error: unknown): undefined {
  if (error instanceof ExtractError && error.reason === 'picture_handwritten') return undefined
  throw error
}

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** Draws pictures only: pages with text are read as text. */
async function pagePicture(page: PdfPage): Promise<Grey | undefined> {
  const { OPS } = await import('unpdf/pdfjs')
  const view = page.getViewport({ scale: 1 })
  const scale = Math.min(SHARPNESS, MAX_SIDE / Math.max(view.width, view.height))
  const sheet = makeGrey(Math.max(1, Math.round(view.width * scale)), Math.max(1, Math.round(view.height * scale)))
  const { fnArray, argsArray } = await page.getOperatorList()
  const stored: Matrix[] = []
  let matrix = times([scale, 0, 0, scale, 0, 0], view.transform as Matrix)
  let painted = false
  for (const [i, operator] of fnArray.entries()) {
    const args = argsArray[i] as unknown[] | null
    if (operator === OPS.save) stored.push(matrix)
    else if (operator === OPS.restore) matrix = stored.pop() ?? matrix
    else if (operator === OPS.transform) matrix = times(matrix, args as unknown as Matrix)
    else if (operator === OPS.paintImageXObject && args) {
      const image = await objectOf(page, String(args[0]))
      if (image) {
        paint(sheet, image, matrix)
        painted = true
      }
    }
  }
  page.cleanup()
  return painted ? sheet : undefined
}

function objectOf(page: PdfPage, id: string): Promise<Painted | undefined> {
  const store = id.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise(resolve => {
    store.get(id, (image: Painted | null) => resolve(image?.data ? image : undefined))
  })
}

function paint(sheet: Grey, image: Painted, matrix: Matrix): void {
  const grey = imageGrey(image)
  const [a, b, c, d, e, f] = matrix
  const whole = a * d - b * c
  if (whole === 0) return
  const reach = Math.max(Math.hypot(a, b), Math.hypot(c, d))
  const fine = scaled(grey, Math.min(1, reach / Math.max(grey.width, grey.height)))
  const xs = [e, e + a, e + c, e + a + c]
  const ys = [f, f + b, f + d, f + b + d]
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y < Math.min(sheet.height, Math.ceil(Math.max(...ys))); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x < Math.min(sheet.width, Math.ceil(Math.max(...xs))); x++) {
      const u = (d * (x + 0.5 - e) - c * (y + 0.5 - f)) / whole
      const v = 1 - (a * (y + 0.5 - f) - b * (x + 0.5 - e)) / whole
      if (u < 0 || v < 0 || u >= 1 || v >= 1) continue
      sheet.data[y * sheet.width + x] =
        fine.data[Math.floor(v * fine.height) * fine.width + Math.floor(u * fine.width)]!
    }
  }
}

/** The library's kinds: 1 bitmap, 2 RGB, 3 RGBA. */
function imageGrey({ width, height, kind, data }: Painted): Grey {
  if (kind !== 1) return toGrey(width, height, data, kind === 2 ? 3 : 4)
  const grey = makeGrey(width, height)
  const row = Math.ceil(width / 8)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      grey.data[y * width + x] = (data[y * row + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 255 : 0
  return grey
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** A 16-grey PNG, base64. */
function shown(picture: Grey): string {
  const { width, height, data } = scaled(picture, Math.min(1, SHOWN_WIDTH / picture.width))
  const stride = Math.ceil(width / 2) + 1
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * stride + 1 + (x >> 1)]! |= (data[y * width + x]! >> 4) << (x & 1 ? 0 : 4)
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size[8] = 4
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

function chunk(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
