import type { Entry, Facts, Statement } from '../compiling/entries.ts'
import { isAddress, phone } from '../compiling/values.ts'
import {
  cardAsked,
  cardHeads,
  type CardKind,
  holidayWords,
  hoursOpenings,
  placeWords,
  shopWords,
} from '../lexicon/card-words.ts'
import { phraseBook, phrasesIn, spelledWord, spelledWords } from '../reading/phrase-book.ts'
import { plainText, wordsIn } from '../reading/plain-text.ts'
import { weekdaysIn, wordsOfDays } from '../reading/weekdays.ts'
import type { Frame } from '../understanding/frame.ts'
import type { CardLine } from './fact-index.ts'
import { daysFit } from './fit-slots.ts'
import { isContentWord } from './statement-words.ts'

const asked = phraseBook<CardKind>(cardAsked)
const heads = phraseBook<CardKind>(cardHeads)
const placeWordSet: ReadonlySet<string> = new Set(placeWords)
const openings = phraseBook({ hours: hoursOpenings })
const shopWordSet: ReadonlySet<string> = new Set(shopWords)
const clock = /(?<!\d)\d{1,2} ?(?:(?:h|g|gio)(?:[0-5]\d)?(?!\p{L})|:[0-5]\d)|24\/7|24\/24|\d ?(?:am|pm)(?!\p{L})/u
const clockRange =
  /\d{1,2} ?(?:h|g|:|gio|am)\S{0,5} ?(?:sang|chieu|toi|am|pm)? ?(?:-|den|toi|to) ?\d{1,2}|24\/7|24\/24/u
const account = /\d(?:[ .]?\d){7,}/u
const ways = [
  /tien mat|cash/u,
  /chuyen khoan|bank transfer|qr/u,
  /(?:quet|ca) the|the tin dung|visa|cards?(?!\p{L})/u,
  /momo|zalopay|vnpay|vi dien tu/u,
]
/** A number and a name: enough if a label or heading says it is a place. */
const street =
  /(?<![\p{L}\d.,])(?:[Ss]ố |[Ll]ô )?\d{1,4}\p{L}?(?:\/\d+\p{L}?)*,? (?:đường |phố |ngõ |hẻm |kiệt )?\p{Lu}\p{L}+ \p{Lu}/u
const maxLines = 3
const maxLength = 220

export function readCard({ statements, entries }: Pick<Facts, 'statements' | 'entries'>): CardLine[] {
  const lines = [...statements.flatMap(statementLines), ...entries.flatMap(rowLines)]
  const seen = new Set<string>()
  return lines.filter(({ kind, text }) => !seen.has(`${kind} ${text}`) && seen.add(`${kind} ${text}`))
}

function statementLines({ text, place, path, about, isStory }: Statement): CardLine[] {
  if (isStory || text.length > maxLength) return []
  return kindsOf(text, about, path).map(({ kind, isLabelled }) => ({ kind, text, place, path, isLabelled }))
}

/** "Chủ nhật | 8h – 12h | nghỉ" under the hours. */
function rowLines({ shape, name, cells, place, path }: Entry): CardLine[] {
  if (shape !== 'row') return []
  const text = `${name}: ${cells.map(({ head, value }) => (head ? `${head} ${value}` : value)).join(', ')}`
  if (text.length > maxLength) return []
  return kindsOf(text, [], path)
    .filter(({ kind }) => kind === 'hours')
    .map(({ kind, isLabelled }) => ({ kind, text, place, path, isLabelled }))
}

function kindsOf(
  text: string,
  about: readonly string[],
  path: readonly string[],
): { kind: CardKind; isLabelled: boolean }[] {
  const plain = plainText(text)
  const first = new Set(
    phrasesIn(spelledWords([...about, text.split(' ').slice(0, 4).join(' ')].join(' ; ')), heads).map(
      ({ name }) => name,
    ),
  )
  if (phrasesIn(spelledWords(text.split(' ').slice(0, 2).join(' ')), openings).some(({ at }) => at === 0))
    first.add('hours')
  const near = path.length > 1 ? path.at(-1)! : ''
  const headed = new Set(near.length <= 60 ? phrasesIn(spelledWords(near), heads).map(({ name }) => name) : [])
  const is: Record<CardKind, boolean> = {
    hours:
      clockRange.test(plain) || (headed.has('hours') && (clock.test(plain) || /(?<!\p{L})nghi(?!\p{L})/u.test(plain))),
    place: (isAddress(text) || street.test(text)) && !/^dia chi cu|^\(|bai |gui xe/u.test(plain),
    contact: phone.test(plain),
    account: account.test(plain) && !phone.test(plain),
    payment: ways.filter(way => way.test(plain)).length > 1,
  }
  return (Object.keys(is) as CardKind[])
    .filter(kind => is[kind] && (first.has(kind) || headed.has(kind) || (kind === 'place' && startsWithAddress(text))))
    .map(kind => ({ kind, isLabelled: first.has(kind) }))
}

function startsWithAddress(text: string): boolean {
  return isAddress(text) && /^(?:[Ss]ố |[Ll]ô )?\d/u.test(text)
}

/** `isPlain`: the question named only the kind, a day, or a two-word branch. */
export type FoundCard = { lines: CardLine[]; isPlain: boolean }

/** Only if the question names nothing that those lines lack. */
export function findCard(
  frame: Frame,
  text: string,
  lines: readonly CardLine[],
  isValid: (line: CardLine) => boolean,
): FoundCard {
  const around = frame.words.map((word, at) => ({ ...word, at })).filter(({ word }) => !shopWordSet.has(word))
  const found = [frame.words.map((word, at) => ({ ...word, at })), around].flatMap(words =>
    phrasesIn(
      words.map(({ raw }) => spelledWord(raw)),
      asked,
      frame.isMarked,
    ).map(({ name, at, length }) => ({ name, places: words.slice(at, at + length).map(word => word.at) })),
  )
  const kinds = new Set(found.map(({ name }) => name))
  const kind = (['account', 'payment', 'contact', 'place', 'hours'] as const).find(one => kinds.has(one))
  if (!kind) return { lines: [], isPlain: false }
  const used = new Set(found.flatMap(({ places }) => places))
  const plain = plainText(text)
  const sought = holidaysIn(plain)
  const rest = frame.words.flatMap((word, at) => {
    if (used.has(at) || shopWordSet.has(word.word)) return []
    // "Quận 7" is not "7h00".
    const before = frame.words[at - 1]?.word ?? ''
    if (/^\d/u.test(word.word))
      return sought.length > 0 || isTime(frame, at) ? [] : [{ runs: [`${before} ${word.word}`] }]
    if (!/\d/u.test(word.word) && (!isContentWord(word) || wordsOfDays.has(word.word) || holidayWordSet.has(word.word)))
      return []
    return [{ runs: [word.word, ...word.others.map(({ words }) => words.join(' '))] }]
  })
  const valid = lines.filter(line => line.kind === kind && isValid(line))
  const named = branchLines(frame, used, valid)
  const fitting = named.filter(line => {
    const words = ` ${wordsIn([...line.path.slice(1), line.text].join(' ; ')).join(' ')} `
    if (!rest.every(({ runs }) => runs.some(run => words.includes(` ${run} `)))) return false
    if (kind !== 'hours') return true
    const own = plainText(line.text)
    const ownHolidays = holidaysIn(own)
    if (sought.length > 0) return sought.some(one => ownHolidays.includes(one))
    return ownHolidays.length === 0 && daysFit(frame.days, weekdaysIn(own)) !== 0
  })
  return { lines: together(fitting), isPlain: rest.length === 0 || named.length < valid.length }
}

function isTime({ words, amounts, days }: Frame, at: number): boolean {
  const isClock = amounts.some(({ dimension }) => dimension === 'clock') && Number.parseInt(words[at]!.word, 10) <= 24
  return isClock || (days.size > 0 && wordsOfDays.has(words[at]!.word))
}

/** "Kho Gia Nghĩa": two adjacent words found in only some of the lines select those. */
function branchLines({ words }: Frame, used: ReadonlySet<number>, lines: readonly CardLine[]): readonly CardLine[] {
  const texts = lines.map(({ text, path }) => ` ${wordsIn([...path.slice(1), text].join(' ; ')).join(' ')} `)
  let remaining = [...lines.keys()]
  for (const { word } of words)
    if (placeWordSet.has(word)) remaining = remaining.filter(one => texts[one]!.includes(` ${word} `))
  for (const [at, { word }] of words.entries()) {
    const next = words[at + 1]
    if (!next || used.has(at) || used.has(at + 1)) continue
    const having = remaining.filter(one => texts[one]!.includes(` ${word} ${next.word} `))
    if (having.length > 0) remaining = having
  }
  return remaining.map(one => lines[one]!)
}

/** Lines under one heading of their kind, the first in the documents. */
function together(lines: readonly CardLine[]): CardLine[] {
  const groups = [...Map.groupBy(lines, ({ place, path }) => `${place.passage} ${path.at(-1)}`).values()]
  const [best] = groups.sort((a, b) => worthOf(b) - worthOf(a))
  return best ? best.slice(0, maxLines).sort((a, b) => a.place.start - b.place.start) : []
}

function worthOf(lines: readonly CardLine[]): number {
  const [first] = lines
  const near = first?.path.at(-1) ?? ''
  const isHeaded = phrasesIn(spelledWords(near), heads).some(({ name }) => name === first?.kind)
  return Number(isHeaded) * 3 + Number(lines.some(({ isLabelled }) => isLabelled)) + Math.min(3, lines.length) * 0.3
}

const holidays = holidayWords.map(names => new RegExp(`(?<![\\p{L}\\d/])(?:${names.join('|')})(?![\\p{L}\\d/])`, 'u'))

function holidaysIn(plain: string): number[] {
  return holidays.flatMap((names, at) => (names.test(plain) ? [at] : []))
}

const holidayWordSet: ReadonlySet<string> = new Set(holidayWords.flat().flatMap(wordsIn))
