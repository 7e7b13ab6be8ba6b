import { rowInWords } from '#server/answering/composing/row-in-words.ts'
import type { Found, FoundUnit } from '#features/training/search/find-passages.ts'
import type { Knowledge, Passage } from '#features/training/knowledge/knowledge.ts'
import { numbersIn } from '#features/training/language/numbers.ts'
import { wordWorth } from '#features/training/language/stop-words.ts'
import type { Tone } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import { fold, hasDiacritics } from '#shared/rules/text/fold.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { inOtherWords } from '../understanding/other-words.ts'
import { botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Language } from '#shared/words.ts'

/** `said`: in other words than the unit's text. */
export type Quoted = { unit: FoundUnit; passage: Passage; headingHelps: boolean; said?: string }

export function quotedUnits(knowledge: Knowledge, found: Found, units: FoundUnit[]): Quoted[] {
  const headings = new Set(units.map(unit => found.passages[unit.passage]!.position))
  return units.map(unit => {
    const measured = found.passages[unit.passage]!
    const passage = knowledge.passages[measured.position]!
    const weights = found.measure.weights
    const { tokens, asking } = found.measure.query
    const names = (at: number): boolean => wordWorth(tokens[at]!) === 1 && !asking.has(at)
    const headed = weights.reduce(
      (sum, weight, at) => sum + (names(at) && measured.headingCover[at]! - unit.cover[at]! > 0.3 ? weight : 0),
      0,
    )
    const helps =
      headed / found.measure.total > 0.12 || (headings.size > 1 && !sharesWords(passage.heading, unit.unit.text))
    return { unit, passage, headingHelps: helps && unit.unit.text.length < 90 && headingIsSafe(passage) }
  })
}

export function composeReply(quoted: Quoted[], language: Language, tone: Tone = 'warm'): string {
  const texts = botTexts(language, tone)
  const together = quoted.length > 1 && new Set(quoted.map(({ passage }) => passage.id)).size === 1
  const lines = quoted.map(one => (one.headingHelps && !together ? underHeading(one) : inWords(one)))
  const bullets = lines.map(line => `• ${line}`)
  const [only = ''] = lines
  if (quoted.some(({ unit }) => speaksOther(unit.unit.text, language))) {
    return lines.length === 1 ? `${texts.otherLanguage} ${only}` : [texts.otherLanguage, ...bullets].join('\n')
  }
  const [first] = quoted
  // Taught answers are sent word for word, with nothing added.
  if (quoted.length === 1 && first?.passage.pair && first.unit.unit.text.trim() === first.passage.text.trim())
    return first.passage.text.trim()
  if (lines.length > 1) {
    const heading = together && quoted.some(one => one.headingHelps) ? lastOf(quoted[0]!.passage.heading) : ''
    return [heading ? texts.severalOf.replace('{heading}', () => heading) : texts.several, ...bullets].join('\n')
  }
  const open = only.replace(/\s*[.]$/, '')
  const end =
    texts.oneEnd && /[\p{L}\p{N})%]$/u.test(open) && !/\sạ$/.test(open) ? texts.oneEnd : only.slice(open.length)
  return greetsAlready.test(open) ? open + end : texts.one.replace('{quote}', () => open + end)
}

/** The quotes in the customer's language; null unless every word is known. */
export function translationOf(quoted: Quoted[], language: Language, tone: Tone = 'warm'): string | null {
  const lines = quoted
    .filter(({ unit }) => speaksOther(unit.unit.text, language))
    .flatMap(({ unit }) => inOtherWords(unit.unit.text, language) ?? [])
  if (!lines.length) return null
  return `${botTexts(language, tone).inOtherWords} ${lines.join('. ')}.`
}

const greetsAlready = /^dạ(?![\p{L}\p{N}])/iu

function underHeading(one: Quoted): string {
  return `${lastOf(one.passage.heading)} – ${inWords(one)}`
}

function inWords({ unit: { unit }, said }: Quoted): string {
  return said ?? (unit.row ? rowInWords(unit.text) : unit.text)
}

export function citationOf({ unit: { unit }, passage }: Quoted): Citation {
  const repeated = passage.text.length - (passage.end - passage.start)
  const start = Math.max(unit.start, repeated)
  return {
    source_id: passage.source_id,
    passage_id: passage.id,
    title: passage.title,
    quote: passage.text.slice(start, unit.end),
    start: passage.start + start - repeated,
    end: passage.start + unit.end - repeated,
  }
}

/** A heading may be used when it is short, not a question and has no number that the quoted passage lacks. */
function headingIsSafe({ heading, text }: Passage): boolean {
  const last = lastOf(heading)
  if (last.length < 2 || last.length > 50 || last.endsWith('?') || last === last.toUpperCase()) return false
  const there = new Set(numbersIn(text))
  return numbersIn(last).every(number => there.has(number))
}

function lastOf(heading: string): string {
  return heading.split(' › ').at(-1)!.trim()
}

function sharesWords(heading: string, text: string): boolean {
  const words = fold(lastOf(heading)).match(/\p{L}{2,}/gu) ?? []
  const body = ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.length === 0 || words.filter(word => body.includes(` ${word} `)).length / words.length > 0.5
}

const sameInBothLanguages = /hotline|e?mail|website|facebook|zalo|messenger|telegram|viber|whatsapp|wifi|online/giu

export function speaksOther(text: string, language: Language): boolean {
  if ((text.match(/\p{L}{2,}/gu)?.length ?? 0) < 3) return false
  const words = text.replace(/(?<=\d) ?đ(?!\p{L})|[\w.-]+@[\w.-]+|(?:https?:\/\/|www\.)\S+/giu, '')
  if (language === 'vi' && words.replace(sameInBothLanguages, '').match(/\p{L}{2,}/gu) === null) return false
  return language === 'en' ? hasDiacritics(words) : !hasDiacritics(words) && languageOf(words) === 'en'
}
