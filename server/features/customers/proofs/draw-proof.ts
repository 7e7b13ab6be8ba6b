import type PDFDocument from 'pdfkit'
import { bytesOfPdf, openPdf, pdfColour, pdfDay, pdfLeft, pdfRight, pdfWidth } from '#platform/files/pdf-page.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import { fillText } from '#shared/texts/account/mail-texts.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { requestProofTexts } from '#shared/texts/privacy/request-proof-texts.ts'
import type { Language } from '#shared/words.ts'
import { type ErasedKind, erasedKinds } from '../rights/erased-counts.ts'
import type { ProofFacts } from './proof-facts.ts'

type Key = keyof ReturnType<typeof requestProofTexts>
/** `backups`: how many daily ones stay; null: none are set up */
type Around = { brand: string; backups: number | null; made_at: Date; language: Language }
type Paper = {
  pdf: PDFDocument
  text: (key: Key, values?: Record<string, string>) => string
  day: (at: Date | string) => string
}

const kindNames: Partial<Record<ErasedKind, Key>> = { notes: 'notesErased', copies: 'copiesErased' }

/** The same facts and times give the same document. */
export function drawProof(facts: ProofFacts, around: Around): Promise<Buffer> {
  const { language, made_at: at, brand } = around
  const texts = requestProofTexts(language)
  const text: Paper['text'] = (key, values = {}) => fillText(texts[key], { brand, ...values })
  const pdf = openPdf({ title: text('title'), author: facts.shop, at, language })
  const day: Paper['day'] = when => pdfDay(typeof when === 'string' ? when : localDate(when, facts.zone), language)
  const paper: Paper = { pdf, text, day }
  drawHead(paper, facts)
  section(paper, 'request')
  pair(paper, text('who'), facts.masked_who || '–')
  pair(paper, text('kind'), dataRequestsTexts(language)[facts.kind])
  pair(paper, text('source'), text(facts.source))
  section(paper, 'times')
  pair(paper, text('cameOn'), day(facts.came_on))
  pair(paper, text('answered'), timed(paper, facts, facts.answered_at, facts.answer_by))
  pair(paper, text('finished'), timed(paper, facts, facts.done_at, facts.due_on))
  section(paper, 'outcome')
  line(paper, outcomeOf(paper, facts))
  section(paper, 'what')
  drawDone(paper, facts)
  if (facts.erased_at) drawHeld(paper, facts, around.backups)
  breakPage(pdf, 60)
  pdf.fillColor(pdfColour.quiet).font('Regular').fontSize(8.5)
  pdf.text(text('foot', { date: day(at) }), pdfLeft, pdf.y + 18, { width: pdfWidth, lineGap: 2 })
  return bytesOfPdf(pdf)
}

/** The end of its id: short, and found in the register. */
export function proofNumber(id: string): string {
  return id.slice(-8).toUpperCase()
}

function drawHead({ pdf, text }: Paper, { id, shop }: ProofFacts): void {
  pdf.rect(0, 0, pdf.page.width, 10).fill(pdfColour.leaf)
  pdf.fillColor(pdfColour.leaf).font('Bold').fontSize(14).text(shop, pdfLeft, 40, { width: pdfWidth })
  pdf
    .fillColor(pdfColour.ink)
    .fontSize(19)
    .text(text('title'), pdfLeft, pdf.y + 8, { width: pdfWidth })
  const number = text('number', { number: proofNumber(id) })
  pdf
    .fillColor(pdfColour.quiet)
    .font('Regular')
    .fontSize(10)
    .text(number, pdfLeft, pdf.y + 2, { width: pdfWidth })
}

function section({ pdf, text }: Paper, title: Key): void {
  breakPage(pdf, 70)
  const top = pdf.y + 14
  pdf.lineWidth(0.7).moveTo(pdfLeft, top).lineTo(pdfRight, top).stroke(pdfColour.line)
  pdf.fillColor(pdfColour.leaf).font('Bold').fontSize(11)
  pdf.text(text(title), pdfLeft, top + 8, { width: pdfWidth })
}

/** Unless this much fits below, so that nothing is split between two pages. */
function breakPage(pdf: PDFDocument, height: number): void {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
}

type Place = { x?: number; label?: number; width?: number }

function pair(
  { pdf }: Paper,
  label: string,
  value: string,
  { x = pdfLeft, label: space = 190, width = pdfWidth }: Place = {},
): void {
  pdf.font('Regular').fontSize(10)
  const sizes = [pdf.heightOfString(label, { width: space - 10 }), pdf.heightOfString(value, { width: width - space })]
  breakPage(pdf, Math.max(...sizes) + 4)
  const top = pdf.y + 4
  pdf.fillColor(pdfColour.quiet).text(label, x, top, { width: space - 10 })
  pdf.fillColor(pdfColour.ink).text(value, x + space, top, { width: width - space })
  pdf.y = top + Math.max(...sizes)
}

function pairs(paper: Paper, all: [label: string, value: string][]): void {
  const { pdf } = paper
  const half = pdfWidth / 2
  for (let at = 0; at < all.length; at += 2) {
    breakPage(pdf, 34)
    const top = pdf.y
    const bottoms = all.slice(at, at + 2).map(([label, value], column) => {
      pdf.y = top
      pair(paper, label, value, { x: pdfLeft + column * half, label: 190, width: half })
      return pdf.y
    })
    pdf.y = Math.max(...bottoms)
  }
}

function line({ pdf }: Paper, text: string): void {
  pdf.font('Regular').fontSize(10)
  breakPage(pdf, pdf.heightOfString(text, { width: pdfWidth, lineGap: 1 }) + 4)
  pdf.fillColor(pdfColour.ink).text(text, pdfLeft, pdf.y + 4, { width: pdfWidth, lineGap: 1 })
}

function timed({ text, day }: Paper, { zone }: ProofFacts, at: Date, until: string): string {
  const on = localDate(at, zone)
  const days = Math.round((Date.parse(on) - Date.parse(until)) / 86_400_000)
  const how = days > 0 ? text('late', { days: String(days) }) : text('inTime')
  return `${day(on)} · ${text('until', { date: day(until) })} · ${how}`
}

function outcomeOf({ text }: Paper, { outcome, why, erased_at: erasedAt }: ProofFacts): string {
  if (outcome === 'done') return text('done')
  return erasedAt ? text('refusedErased') : text('refused', { why: why ?? '–' })
}

function drawDone(paper: Paper, facts: ProofFacts): void {
  const { text, day } = paper
  if (facts.erased_at) {
    line(paper, text('erased', { date: day(facts.erased_at) }))
    pairs(
      paper,
      erasedKinds.map(kind => [text(kindNames[kind] ?? (kind as Key)), String(facts.counts?.[kind] ?? 0)]),
    )
    return
  }
  line(paper, facts.outcome === 'refused' ? text('nothing') : doneOf(paper, facts))
}

function doneOf({ text, day }: Paper, facts: ProofFacts): string {
  if (facts.customer_id === null) return text('outside')
  if (facts.kind === 'access')
    return text('copies', { made: String(facts.copies_made), taken: String(facts.copies_taken) })
  if (facts.kind === 'correct') return text('corrected')
  if (facts.kind === 'erase') return text('notErased')
  if (facts.kind === 'withdraw' && facts.withdrawn > 0) return text('withdrawn', { count: String(facts.withdrawn) })
  if (facts.restricted_at && facts.kind !== 'withdraw') return text('restricted', { date: day(facts.restricted_at) })
  return text('confirmed')
}

function drawHeld(paper: Paper, { consents }: ProofFacts, backups: number | null): void {
  const { text } = paper
  section(paper, 'held')
  if (consents > 0) pair(paper, text('heldConsents', { count: String(consents) }), text('heldConsentsWhy'))
  pair(paper, text('heldMarks'), text('heldMarksWhy'))
  pair(paper, text('heldLog'), text('heldLogWhy'))
  pair(paper, text('heldRegister'), text('heldRegisterWhy'))
  pair(paper, text('heldTraining'), text('heldTrainingWhy'))
  const backupsWhy =
    backups === null ? text('heldBackupsElsewhere') : text('heldBackupsWhy', { count: String(backups) })
  pair(paper, text('heldBackups'), backupsWhy)
  pair(paper, text('heldBooks'), text('heldBooksWhy'))
}
