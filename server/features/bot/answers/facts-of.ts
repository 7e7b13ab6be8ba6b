import type { Entry, Place } from '#server/answering/compiling/entries.ts'
import { shownText } from '#server/answering/compiling/read-cells.ts'
import type { FactMeasures } from '#server/answering/finding/fact-measures.ts'
import type { StatementMeasures } from '#server/answering/finding/find-statements.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { lengthsInMillimetres } from '#server/answering/reading/plain-text.ts'
import { type Frame, frameOf, type NormalisedMessage } from '#server/answering/understanding/frame.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import { spelledOut } from '#features/training/language/spell-out.ts'
import { wordWorth } from '#features/training/language/stop-words.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { FactKind } from '#server/answering/judging/candidate.ts'
import type { Turn } from '#features/training/search/query.ts'
import type { Language } from '#shared/words.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

export type FactAnswer = {
  kind: FactKind
  text: string
  reply: string
  citations: Citation[]
  own?: string | undefined
  /** explains nearly all of the question, without counter-evidence or close rivals */
  isSure: boolean
  isWhole?: boolean
  /** the question names only a subject: the delivery cost, but not where to */
  isPlain?: boolean
  measures?: FactMeasures
  statement?: StatementMeasures
  explained?: number
}

export type FactAsked = { history: Turn[]; language: Language; today?: Day | undefined }

export function validOn(knowledge: Knowledge, today: Day | undefined): (one: Pick<Entry, 'place'>) => boolean {
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  return ({ place }) => {
    if (holding?.hidden.has(place.passage)) return false
    const over = holding?.lines.get(place.passage)
    return !over?.some(({ start, end }) => place.start < end && place.end > start)
  }
}

const frames = new WeakMap<Knowledge, Map<string, Frame>>()
const maxFrames = 8

/** Each kind of answer reads the same message: the last ones are kept. */
export function frameIn(knowledge: Knowledge, text: string, today: Day | undefined): Frame {
  const known = frames.get(knowledge) ?? new Map<string, Frame>()
  frames.set(knowledge, known)
  const key = `${today ?? ''} ${text}`
  const frame = known.get(key) ?? frameOf(normaliseMessage(knowledge, text), today)
  if (known.size >= maxFrames) known.clear()
  known.set(key, frame)
  return frame
}

/** Expands abbreviations, except codes and words that the shop itself uses: they stay where they were typed. */
function normaliseMessage(knowledge: Knowledge, text: string): NormalisedMessage {
  const { frequency, marked } = knowledge.facts
  const own = new Map<string, string>()
  const rest = text.replace(/[\p{L}\d]+/gu, word => {
    const plain = word.toLowerCase()
    const isCode = /^\p{L}{1,5}\d{1,5}$/u.test(plain) && frequency.has(fold(plain))
    const isOwn = marked.has(plain) && fold(spelledOut(plain, 'vi')) !== fold(plain)
    if (!isCode && !isOwn) return word
    const placeholder = placeholderAt(own.size)
    own.set(placeholder, plain)
    return ` ${placeholder} `
  })
  const query = readQuery(lengthsInMillimetres(rest))
  return {
    text,
    words: query.tokens.map(token => {
      const raw = own.get(token.raw)
      return raw ? { raw, worth: 1 } : { raw: token.raw, worth: wordWorth(token) }
    }),
    others: query.alternatives.map(({ at, length, tokens }) => ({
      at,
      length,
      words: tokens.map(({ raw }) => own.get(raw) ?? raw),
    })),
  }
}

/** A word that no abbreviation, synonym or slip is: "ʘa", "ʘb" … "ʘba". */
function placeholderAt(at: number): string {
  return `ʘ${Array.from(at.toString(26), digit => String.fromCodePoint(97 + parseInt(digit, 26))).join('')}`
}

export function placeOf(knowledge: Knowledge, { place }: Pick<Entry, 'place'>): Citation {
  const passage = knowledge.passages[place.passage]!
  // Later parts of a long table begin with repeated column names, which are not part of the range.
  const repeated = passage.text.length - (passage.end - passage.start)
  const start = Math.max(place.start, repeated)
  return {
    source_id: passage.source_id,
    passage_id: passage.id,
    title: passage.title,
    quote: passage.text.slice(start, place.end),
    start: passage.start + start - repeated,
    end: passage.start + place.end - repeated,
  }
}

export function spokenLine(knowledge: Knowledge, { passage, start, end }: Place): string {
  const line = oneLine(knowledge.passages[passage]!.text.slice(start, end).replace(listMark, ''))
  return shownText(line).replace(/\s*[.;,]$/u, '')
}

const listMark = /^(?:[\s\-–—*•●+✓»]|\d{1,2}[.)]\s)+/u
/** Characters; a longer line is more than the question asked for. */
export const maxLineLength = 280

/** False for lines with several labelled facts: "Nội thành: 22k. Tỉnh khác: 35k." */
export function isSingleFact(knowledge: Knowledge, { passage, start, end }: Place, text: string): boolean {
  const line = knowledge.passages[passage]!.text.slice(start, end)
  const others = line.split(/(?<=[.!?;])\s+/u).slice(1)
  return end - start <= maxLineLength && !others.some(one => labelled.test(one) && !text.includes(one.slice(0, 12)))
}

const labelled = /^[^:?(]{2,60}:\s/u
