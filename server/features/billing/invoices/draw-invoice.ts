import { numberFormat } from '#shared/rules/text/number-format.ts'
import type PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { bytesOfPdf, openPdf, pdfColour, pdfDay, pdfLeft, pdfRight, pdfWidth } from '#platform/files/pdf-page.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import { amountInWords } from '#shared/rules/money/amount-in-words.ts'
import { formatExactMoney } from '#shared/rules/money/money.ts'
import { invoiceTexts } from '#shared/texts/billing/invoice-texts.ts'
import { fillText } from '#shared/texts/account/mail-texts.ts'
import type { Language } from '#shared/words.ts'
import { houseZone, type Invoice, type InvoiceLine, type Party } from './issue-invoice.ts'

const [colour, left, right, width] = [pdfColour, pdfLeft, pdfRight, pdfWidth]

type Paper = {
  pdf: PDFDocument
  text: (key: Key, values?: Record<string, string>) => string
  also: (key: Key) => string
  language: Language
}
type Key = keyof ReturnType<typeof invoiceTexts>

/** `link`: target of the QR code. `corrects`: number of the invoice it reverses. */
export function drawInvoice(
  invoice: Invoice,
  { brand, link, corrects }: { brand: string; link: string; corrects: string | undefined },
): Promise<Buffer> {
  const { language, number, seller, issued_at: at } = invoice
  const pdf = openPdf({ title: number, author: seller.name, at, language })
  const paper: Paper = {
    pdf,
    language,
    text: (key, values = {}) => fillText(invoiceTexts(language)[key], values),
    also: key => invoiceTexts(language === 'vi' ? 'en' : 'vi')[key],
  }
  drawHead(paper, invoice, brand, corrects)
  drawParties(paper, invoice)
  drawLines(paper, invoice)
  drawTotals(paper, invoice)
  drawFoot(paper, invoice, link)
  return bytesOfPdf(pdf)
}

type Words = Record<'title' | 'total' | 'state' | 'notice', Key>

const wordsOf: { [kind in Invoice['kind']]: Words } = {
  invoice: { title: 'invoice.title', total: 'invoice.total', state: 'invoice.paid', notice: 'invoice.notice' },
  credit_note: {
    title: 'invoice.title_credit',
    total: 'invoice.total_back',
    state: 'invoice.refunded',
    notice: 'invoice.notice_credit',
  },
  debit_note: {
    title: 'invoice.title_debit',
    total: 'invoice.total_debit',
    state: 'invoice.came_back',
    notice: 'invoice.notice_debit',
  },
}

function drawHead(
  { pdf, text, also, language }: Paper,
  invoice: Invoice,
  brand: string,
  corrects: string | undefined,
): void {
  const { title } = wordsOf[invoice.kind]
  pdf.rect(0, 0, pdf.page.width, 10).fill(colour.leaf)
  pdf.fillColor(colour.leaf).font('Bold').fontSize(22).text(brand, left, 44)
  pdf.fillColor(colour.ink).font('Bold').fontSize(20).text(text(title), left, 44, { width, align: 'right' })
  pdf.fillColor(colour.quiet).font('Regular').fontSize(9).text(also(title), left, 70, { width, align: 'right' })
  const facts = [
    `${text('invoice.number')}: ${invoice.number}`,
    `${text('invoice.date')}: ${pdfDay(localDate(invoice.issued_at, houseZone), language)}`,
    ...(corrects ? [`${text('invoice.corrects')}: ${corrects}`] : []),
  ]
  pdf.fillColor(colour.ink).fontSize(10).text(facts.join('\n'), left, 88, { width, align: 'right', lineGap: 2 })
}

function drawParties(paper: Paper, { seller, buyer }: Invoice): void {
  const half = (width - 24) / 2
  const top = 150
  const bottom = Math.max(
    drawParty(paper, 'invoice.seller', seller, left, top, half),
    drawParty(paper, 'invoice.buyer', buyer, left + half + 24, top, half),
  )
  paper.pdf.y = bottom + 22
}

function drawParty({ pdf, text, also }: Paper, title: Key, party: Party, x: number, y: number, space: number): number {
  pdf
    .fillColor(colour.quiet)
    .font('Regular')
    .fontSize(9)
    .text(`${text(title)} · ${also(title)}`, x, y, { width: space })
  pdf
    .fillColor(colour.ink)
    .font('Bold')
    .fontSize(11)
    .text(party.name || '–', x, pdf.y + 3, { width: space })
  const lines = [party.tax_id && `${text('invoice.tax_id')}: ${party.tax_id}`, party.address, party.email].filter(
    Boolean,
  )
  pdf
    .font('Regular')
    .fontSize(10)
    .text(lines.join('\n'), x, pdf.y + 2, { width: space, lineGap: 2 })
  return pdf.y
}

const columns = [
  { key: 'invoice.item', x: left + 10, width: 258, align: 'left' },
  { key: 'invoice.unit', x: left + 272, width: 28, align: 'left' },
  { key: 'invoice.quantity', x: left + 298, width: 22, align: 'right' },
  { key: 'invoice.unit_price', x: left + 322, width: 82, align: 'right' },
  { key: 'invoice.amount', x: left + 405, width: 84, align: 'right' },
] as const

function drawLines(paper: Paper, invoice: Invoice): void {
  const { pdf, text } = paper
  const top = pdf.y
  pdf.roundedRect(left, top, width, 26, 6).fill(colour.pale)
  pdf.fillColor(colour.quiet).font('Bold').fontSize(9)
  for (const { key, x, width: space, align } of columns) pdf.text(text(key), x, top + 8, { width: space, align })
  pdf.y = top + 34
  for (const line of invoice.lines) drawLine(paper, invoice, line)
}

function drawLine({ pdf, text, language }: Paper, { currency }: Invoice, line: InvoiceLine): void {
  const top = pdf.y
  const plan = line.plan.charAt(0).toUpperCase() + line.plan.slice(1)
  const item = text(line.messages ? 'invoice.extra' : 'invoice.plan', {
    plan,
    count: numberFormat(language).format(line.messages ?? 0),
    interval: text(line.interval === 'year' ? 'invoice.year' : 'invoice.month'),
    from: pdfDay(line.from, language),
    to: pdfDay(line.to, language),
  })
  const cells = [
    item,
    text('invoice.unit_pack'),
    String(line.quantity),
    formatExactMoney(line.unit_price, currency, language),
    formatExactMoney(line.amount, currency, language),
  ]
  pdf.fillColor(colour.ink).font('Regular').fontSize(10)
  let bottom = top
  for (const [at, { x, width: space, align }] of columns.entries()) {
    pdf.text(cells[at] ?? '', x, top, { width: space, align })
    bottom = Math.max(bottom, pdf.y)
  }
  pdf
    .lineWidth(0.7)
    .moveTo(left, bottom + 7)
    .lineTo(right, bottom + 7)
    .stroke(colour.line)
  pdf.y = bottom + 16
}

function drawTotals({ pdf, text, language }: Paper, invoice: Invoice): void {
  const money = (amount: number) => formatExactMoney(amount, invoice.currency, language)
  const rate = `${invoice.tax_bp / 100}%`
  const rows: [string, string, 'Regular' | 'Bold'][] = [
    [text('invoice.net'), money(invoice.net), 'Regular'],
    [text('invoice.vat', { rate }), money(invoice.tax), 'Regular'],
    [text(wordsOf[invoice.kind].total), money(invoice.total), 'Bold'],
  ]
  for (const [label, amount, font] of rows) {
    const top = pdf.y
    const size = font === 'Bold' ? 13 : 10
    pdf
      .fillColor(font === 'Bold' ? colour.leaf : colour.ink)
      .font(font)
      .fontSize(size)
    pdf.text(label, left + 200, top, { width: 170, align: 'right' })
    pdf.text(amount, left + 375, top, { width: width - 385, align: 'right' })
    pdf.y = top + size * 1.3 + 6
  }
  pdf.fillColor(colour.ink).font('Regular').fontSize(10)
  pdf.text(`${text('invoice.in_words')}: ${amountInWords(invoice.total, invoice.currency)}.`, left, pdf.y + 10, {
    width,
  })
  const method = text(`invoice.method.${invoice.method}` as Key)
  const state = text(wordsOf[invoice.kind].state)
  pdf.text(`${text('invoice.method')}: ${method}. ${state}.`, left, pdf.y + 4, { width })
}

function drawFoot({ pdf, text, also }: Paper, { kind }: Invoice, link: string): void {
  const { notice } = wordsOf[kind]
  const top = pdf.page.height - 190
  const size = 96
  drawCode(pdf, link, left, top, size)
  pdf.fillColor(colour.quiet).font('Regular').fontSize(8)
  pdf.text(text('invoice.scan'), left, top + size + 6, { width: size + 40 })
  pdf.fontSize(8.5).text(text(notice), left + size + 48, top + 4, { width: width - size - 48, lineGap: 2 })
  pdf.text(also(notice), left + size + 48, pdf.y + 6, { width: width - size - 48, lineGap: 2 })
}

function drawCode(pdf: PDFDocument, text: string, x: number, y: number, space: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const unit = space / size
  pdf.rect(x, y, space, space).fill('#FFFFFF')
  for (const [row, cells] of data.entries())
    for (const [column, dark] of cells.entries())
      if (dark) pdf.rect(x + column * unit, y + row * unit, unit + 0.05, unit + 0.05)
  pdf.fill('#000000')
}
