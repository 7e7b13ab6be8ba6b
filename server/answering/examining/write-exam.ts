import { hasDiacritics } from '#shared/rules/text/fold.ts'
import type { Entry, ValueKind } from '../compiling/entries.ts'
import type { Trade } from '#shared/contracts/first-steps.contract.ts'
import { distinguishingCells } from '../compiling/distinguish-rows.ts'
import { keysIn } from '../composing/say-fact.ts'
import { examWords } from '../lexicon/exam-words.ts'
import { listWords } from '../lexicon/list-words.ts'
import { plainText, wordsIn } from '../reading/plain-text.ts'

export type ExamTopic = 'price' | 'list' | 'place' | 'other' | 'absent'

/** `expected`: words of a right answer; null: unknown, or there should be no answer. */
export type ExamQuestion = { topic: ExamTopic; text: string; expected: string | null }

const maxQuestions = 30
const maxOf: Record<ExamTopic, number> = { price: 16, list: 3, place: 3, other: 7, absent: 1 }
const maxNameLength = 60

const priceLists: ReadonlySet<string> = new Set([...listWords.list, ...listWords.titles])

/** Likely first questions, tables in turn; deterministic. `entries`: those valid today. */
export function writeExam(
  entries: readonly Entry[],
  frequency: ReadonlyMap<string, number>,
  trade: Trade = 'other',
): ExamQuestion[] {
  const language = entries.some(({ name, path }) => hasDiacritics(`${name} ${path.join(' ')}`)) ? 'vi' : 'en'
  const words = examWords[language]
  const ask = (template: string, name: string) => template.replace('{name}', () => name.toLowerCase())
  const has = (kind: ValueKind) => (entry: Entry) => entry.cells.some(cell => cell.kind === kind)
  const nameable = entries.filter(
    ({ name }) => name.length > 1 && name.length <= maxNameLength && /\p{L}{2}/u.test(name),
  )
  const priced = inTurn(nameable.filter(has('money')))
  const keys = distinguishingCells(priced)
  const named = Map.groupBy(priced, ({ name }) => name)
  const sectionOf = ({ name, path }: Entry) =>
    named.get(name)!.some(other => other.path.at(-1) !== path.at(-1)) ? ` (${path.at(-1)})` : ''
  const price = priced.map((entry, at): ExamQuestion => ({
    topic: 'price',
    text: ask(
      words.price[at % words.price.length]!,
      `${entry.name} ${keysIn(keys.get(entry) ?? [])}`.trim() + sectionOf(entry),
    ),
    expected: entry.cells.find(cell => cell.kind === 'money')!.value,
  }))
  const sections = [...new Set(priced.map(({ path }) => path.at(-1) ?? ''))].filter(
    section => section && section.length <= maxNameLength && !priceLists.has(plainText(section)),
  )
  const list = (priced.length > 2 ? [words.list, ...sections.map(section => ask(words.listOf, section))] : []).map(
    (text): ExamQuestion => ({ topic: 'list', text, expected: null }),
  )
  const place = (['time', 'place', 'phone'] as const).flatMap((kind): ExamQuestion[] => {
    const entry = entries.find(has(kind))
    const text = { time: words.hours, place: words.place, phone: words.phone }[kind]
    return entry ? [{ topic: 'place', text, expected: null }] : []
  })
  const measured = nameable.filter(
    entry =>
      !has('money')(entry) &&
      (has('amount')(entry) || has('percent')(entry)) &&
      // Named by its section ("Quy định"), as others are, or by the words of its own sentence.
      entry.name !== entry.path.at(-1) &&
      !entry.cells.some(({ value }) => value.startsWith(entry.name)),
  )
  const other = inTurn(measured).map((entry, at): ExamQuestion => ({
    topic: 'other',
    text: ask(words.other[at % words.other.length]!, entry.name),
    expected: entry.cells.find(({ kind }) => kind === 'amount' || kind === 'percent')!.value,
  }))
  const missing = absentItems(language, trade).find(item => isUnknown(item, frequency))
  const absent: ExamQuestion[] =
    missing && entries.length > 0 ? [{ topic: 'absent', text: ask(words.have, missing), expected: null }] : []
  const chosen = [price, list, place, other, absent].flatMap(questions =>
    questions.slice(0, maxOf[questions[0]?.topic ?? 'absent']),
  )
  return [...new Map(chosen.map(question => [question.text, question])).values()].slice(0, maxQuestions)
}

function absentItems(language: 'vi' | 'en', trade: Trade): readonly string[] {
  const { [trade]: own, other } = examWords.absent[language]
  return [...own, ...other]
}

/** Its telling words: "lớp" and "a" may well stand there. */
function isUnknown(item: string, frequency: ReadonlyMap<string, number>): boolean {
  return wordsIn(item)
    .filter(word => word.length > 1 && word !== 'lop' && word !== 'lesson')
    .every(word => !frequency.has(word))
}

/** The first of each table, then the second of each, and so on. */
function inTurn(entries: readonly Entry[]): Entry[] {
  const tables = [...Map.groupBy(entries, ({ group }) => group).values()]
  const longest = Math.max(0, ...tables.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => tables.flatMap(table => table[at] ?? [])).flat()
}
