import { sayList } from '#server/answering/composing/say-list.ts'
import { rowInWords, sayRow } from '#server/answering/composing/row-in-words.ts'
import { asksForList, findList } from '#server/answering/finding/find-list.ts'
import type { Day } from '#server/answering/reading/days.ts'
import { askedCells } from '#server/answering/composing/asked-column.ts'
import { listWords } from '#server/answering/lexicon/list-words.ts'
import { type FoundUnit, findPassages } from '#features/training/search/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'
import { spelledOut } from '#features/training/language/spell-out.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { BotTexts } from '#shared/texts/bot/bot-texts.ts'
import { type FactAnswer, type FactAsked, frameIn, placeOf, validOn } from './facts-of.ts'
import { maxCharacters, nameOf } from '../quotes/choose-units.ts'
import { citationOf } from './compose.ts'

const maxLines = 12
const minLines = 2
const met = 0.5

const asksAll = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...listWords.list, ...listWords.kinds].join('|')})(?![\\p{L}\\d])`,
  'u',
)
const asking: ReadonlySet<string> = new Set(listWords.asking)

/** "Cho xem bảng giá gội đầu": all entries of the matching list, up to a reply's limit; undefined if there is none. */
export function answerList(
  knowledge: Knowledge,
  text: string,
  { history, today }: FactAsked,
  texts: BotTexts,
): FactAnswer | undefined {
  const listed = factList(knowledge, text, today, texts)
  if (listed) return listed
  const query = readQuery(text, history)
  if (!asksAll.test(fold(spelledOut(text, query.language)))) return undefined
  const holding = today === undefined ? undefined : knowledge.holdingOn(today)
  const found = findPassages(knowledge, query, { hidden: holding?.hidden })
  const topic = query.tokens.flatMap(({ raw, stop }, at) =>
    stop || asking.has(fold(raw)) || query.asking.has(at) || raw.length < 2 ? [] : [at],
  )
  if (topic.length === 0) return undefined
  const lists = found.passages.map((passage, at) => {
    const own = found.units.filter(unit => unit.passage === at && isEntry(unit))
    const byName = own.filter(unit => topic.every(word => unit.cover[word]! > met))
    const byHeading = own.filter(
      unit => unit.unit.row && topic.every(word => Math.max(unit.cover[word]!, passage.headingCover[word]!) > met),
    )
    // A heading may cover several things: entries that carry the name themselves take precedence.
    const entries = byName.length >= minLines ? byName : byHeading
    return { passage, entries: entries.sort((a, b) => a.unit.start - b.unit.start) }
  })
  const [list] = lists.filter(({ entries }) => entries.length >= minLines)
  if (!list) return undefined
  const lines = list.entries.map(unit => ({
    unit,
    line: `• ${unit.unit.row ? rowLine(unit.unit.text, text) : unit.unit.text}`,
  }))
  const shown: typeof lines = []
  for (const one of lines) {
    const length = [...shown, one].reduce((sum, { line }) => sum + line.length + 1, 0)
    if (shown.length === maxLines || length > maxCharacters - wordingAllowance) break
    shown.push(one)
  }
  if (shown.length < minLines) return undefined
  const left = lines.length - shown.length
  const more = left > 0 ? [texts.listMore.replace('{count}', String(left))] : []
  const passage = knowledge.passages[list.passage.position]!
  return {
    kind: 'list',
    text: shown.map(({ line }) => line.replace(/^• /u, '')).join('\n'),
    reply: [texts.several, ...shown.map(({ line }) => line), ...more].join('\n'),
    citations: shown.map(({ unit }) => citationOf({ unit, passage, headingHelps: false })),
    isSure: false,
    own: more[0],
  }
}

function rowLine(row: string, question: string): string {
  const asked = askedCells(row, question, true)
  return asked ? sayRow(asked) : rowInWords(row)
}

function factList(knowledge: Knowledge, text: string, today: Day | undefined, texts: BotTexts): FactAnswer | undefined {
  const frame = frameIn(knowledge, text, today)
  if (!asksForList(frame)) return undefined
  const list = findList(frame, knowledge.facts, validOn(knowledge, today))
  if (!list) return undefined
  const { lines, entries, left } = sayList(list, maxCharacters - wordingAllowance)
  if (entries.length < minLines) return undefined
  const more = left > 0 ? [texts.listMore.replace('{count}', String(left))] : []
  return {
    kind: 'list',
    text: lines.map(line => line.replace(/^• /u, '')).join('\n'),
    reply: [texts.several, ...lines, ...more].join('\n'),
    citations: entries.map(one => placeOf(knowledge, one.entry)),
    isSure: list.explained >= surelyExplained,
    explained: list.explained,
    own: more[0],
  }
}

const surelyExplained = 0.95
const wordingAllowance = 100
const price = /\d{3}|\d ?(?:k|tr|triệu|nghìn|%)(?!\p{L})/u

function isEntry(unit: FoundUnit): boolean {
  return price.test(unit.unit.text) && (unit.unit.row || nameOf(unit) !== null)
}
