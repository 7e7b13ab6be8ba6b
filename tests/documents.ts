import { createRequire } from 'node:module'
import { crc32, deflateRawSync } from 'node:zlib'
import PDFDocument, { type PdfOptions } from 'pdfkit'
import * as docx from 'docx'
import { SHOP_PRICE_LIST, type Block } from './shop-price-list.ts'

type PdfPainter = (pdf: PDFDocument) => void

const font = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const boldFont = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

/** A PDF painted by hand, with a font that has every Vietnamese letter (`pdf.font('Bold')` for the bold one). */
export function makePdf(paint: PdfPainter, options: PdfOptions = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ size: 'A4', margin: 56, ...options })
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    pdf.registerFont('Regular', font)
    pdf.registerFont('Bold', boldFont)
    pdf.font('Regular').fontSize(11)
    paint(pdf)
    pdf.end()
  })
}

/** The shop's price list as a PDF with drawn columns. */
export function priceListPdf(options: PdfOptions = {}): Promise<Buffer> {
  return makePdf(pdf => SHOP_PRICE_LIST.forEach(block => paintBlock(pdf, block)), options)
}

function paintBlock(pdf: PDFDocument, block: Block): void {
  const left = pdf.page.margins.left
  const width = pdf.page.width - left - pdf.page.margins.right
  if (block.kind === 'title') pdf.font('Bold').fontSize(18).text(block.text, left, pdf.y, { width }).moveDown(0.6)
  if (block.kind === 'heading')
    pdf.moveDown(0.6).font('Bold').fontSize(14).text(block.text, left, pdf.y, { width }).moveDown(0.3)
  pdf.font('Regular').fontSize(11)
  if (block.kind === 'paragraph') pdf.text(block.text, left, pdf.y, { width }).moveDown(0.5)
  if (block.kind === 'bullet') pdf.text(`• ${block.text}`, left, pdf.y, { width })
  if (block.kind === 'table') paintTable(pdf, [block.header, ...block.rows], width)
}

function paintTable(pdf: PDFDocument, rows: string[][], width: number): void {
  const left = pdf.page.margins.left
  const column = width / (rows[0]?.length ?? 1)
  for (const row of rows) {
    if (pdf.y > pdf.page.height - pdf.page.margins.bottom - 24) pdf.addPage()
    const top = pdf.y
    row.forEach((cell, i) => pdf.text(cell, left + i * column, top, { width: column - 8 }))
    pdf.y = top + Math.max(...row.map(cell => pdf.heightOfString(cell, { width: column - 8 }))) + 6
  }
  pdf.x = left
  pdf.moveDown(0.4)
}

/** The shop's price list as a Word file with styles, bullets and real tables. */
export function priceListDocx(): Promise<Buffer> {
  return makeDocx(SHOP_PRICE_LIST)
}

/** A Word file of the given blocks. */
export function makeDocx(blocks: Block[]): Promise<Buffer> {
  return docx.Packer.toBuffer(new docx.Document({ sections: [{ children: blocks.map(wordBlock) }] }))
}

function wordBlock(block: Block): docx.Paragraph | docx.Table {
  if (block.kind === 'table') return wordTable([block.header, ...block.rows])
  if (block.kind === 'title') return new docx.Paragraph({ text: block.text, heading: docx.HeadingLevel.TITLE })
  if (block.kind === 'heading') return new docx.Paragraph({ text: block.text, heading: docx.HeadingLevel.HEADING_1 })
  if (block.kind === 'bullet') return new docx.Paragraph({ text: block.text, bullet: { level: 0 } })
  return new docx.Paragraph(block.text)
}

function wordTable(rows: string[][]): docx.Table {
  return new docx.Table({
    rows: rows.map(
      row =>
        new docx.TableRow({ children: row.map(cell => new docx.TableCell({ children: [new docx.Paragraph(cell)] })) }),
    ),
  })
}

/** The shop's price list as plain text, headings marked as people mark them in Markdown. */
export function priceListTxt(): Buffer {
  return Buffer.from(SHOP_PRICE_LIST.map(plainBlock).join('\n'), 'utf8')
}

function plainBlock(block: Block): string {
  if (block.kind === 'title') return `# ${block.text}\n`
  if (block.kind === 'heading') return `\n## ${block.text}`
  if (block.kind === 'bullet') return `- ${block.text}`
  if (block.kind !== 'table') return block.text
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  return [line(block.header), line(block.header.map(() => '---')), ...block.rows.map(line)].join('\n')
}

/** A PDF that opens only with a password. */
export function encryptedPdf(): Promise<Buffer> {
  return priceListPdf({ userPassword: 'bi-mat', ownerPassword: 'chu-tiem', pdfVersion: '1.7ext3' })
}

/** A PDF as a scanner makes it: a picture on the page, no text. */
export function scannedPdf(): Promise<Buffer> {
  return makePdf(pdf => {
    pdf.image(dotPng(), 0, 0, { width: pdf.page.width, height: pdf.page.height })
    pdf.addPage().image(dotPng(), 40, 40, { width: 300 })
  })
}

/** A Word file of some 300 KB that would unpack to `megabytes`. */
export function bombDocx(megabytes = 300): Buffer {
  const paragraph = '<w:p><w:r><w:t>aaaaaaaaaaaaaaaaaaaaaaaaaaa</w:t></w:r></w:p>'
  const times = Math.ceil((megabytes * 1_000_000) / paragraph.length)
  const body = Buffer.alloc(times * paragraph.length, paragraph)
  return zip([
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', RELATIONSHIPS],
    ['word/document.xml', Buffer.concat([Buffer.from(DOCUMENT_HEAD), body, Buffer.from(DOCUMENT_TAIL)])],
  ])
}

/** A minimal Word file whose body is the given WordprocessingML. */
export function rawDocx(body: string, more: [name: string, data: Buffer | string][] = []): Buffer {
  return zip([
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', RELATIONSHIPS],
    ['word/document.xml', DOCUMENT_HEAD + body + DOCUMENT_TAIL],
    ...more,
  ])
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const OFFICE = 'http://schemas.openxmlformats.org'
const RELATIONSHIPS = `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
const CONTENT_TYPES = `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const DOCUMENT_HEAD = `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>`
const DOCUMENT_TAIL = '</w:body></w:document>'

/** A zip file; `lie` is written as the unpacked size of every entry instead of the true one. */
export function zip(entries: [name: string, data: Buffer | string][], lie?: number): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const nameBytes = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(data), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(lie ?? data.length, 18)
    shared.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, packed])
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 'latin1')
    central.writeUInt16LE(20, 4)
    shared.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, nameBytes)
    locals.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, index, end])
}

/** The first bytes of a Windows program. */
export function windowsProgram(): Buffer {
  return Buffer.concat([
    Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00', 'latin1'),
    Buffer.alloc(4096),
  ])
}

/** An old Office file (compound file); `stream` is the name of a stream it holds. */
export function oldOfficeFile(stream: 'WordDocument' | 'EncryptedPackage' = 'WordDocument'): Buffer {
  const head = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  return Buffer.concat([head, Buffer.alloc(1016), Buffer.from(stream, 'utf16le'), Buffer.alloc(2048)])
}

function dotPng(): Buffer {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
}
