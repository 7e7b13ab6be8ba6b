import { fold } from '#shared/rules/text/fold.ts'
import type { Entry, Facts } from '../compiling/entries.ts'
import { amountsIn, type Range, rangesIn } from '../reading/amounts.ts'
import { markedWords, plainText, wordsIn } from '../reading/plain-text.ts'
import type { FactIndex, Field, PreparedEntry } from './fact-index.ts'
import { readCard } from './find-card.ts'
import { prepareStatements } from './prepare-statements.ts'
import { purposesIn } from '../understanding/purposes.ts'
import { weekdaysIn } from '../reading/weekdays.ts'

export function prepareFacts({ entries, statements, frequency, marked, shorts }: Facts): FactIndex {
  const max = Math.max(2, ...frequency.values())
  const paths = new Map<string, Field>()
  const fieldOf = (text: string, head = ''): Field => withLegend(readField(text, head), text, shorts)
  const classes = classRanges(entries)
  const pathField = (text: string): Field => {
    const known = paths.get(text) ?? fieldOf(text)
    paths.set(text, known)
    return known
  }
  const prepared = entries.map(entry => ({
    entry,
    name: withRanges(fieldOf([entry.name, ...entry.aliases].join(' · ')), classes.get(wordsIn(entry.name).join(' '))),
    core: coreOf(entry.name),
    path: entry.path.map(pathField),
    cells: entry.cells.map(cell => ({ cell, head: fieldOf(cell.head), value: fieldOf(cell.value, cell.head) })),
  }))
  return {
    entries: prepared,
    byWord: byWordOf(prepared),
    statements: prepareStatements(statements),
    card: readCard({ statements, entries }),
    frequency,
    marked,
    weightOf: word => 0.2 + 0.8 * (1 - Math.log(Math.min(max, frequency.get(word) ?? 1)) / Math.log(max)),
  }
}

function byWordOf(entries: readonly PreparedEntry[]): Map<string, number[]> {
  const byWord = new Map<string, number[]>()
  for (const [at, { name, path, cells }] of entries.entries())
    for (const { set } of [name, ...path, ...cells.flatMap(({ head, value }) => [head, value])])
      for (const word of set) {
        const known = byWord.get(word)
        if (!known) byWord.set(word, [at])
        else if (known.at(-1) !== at) known.push(at)
      }
  return byWord
}

function coreOf(name: string): readonly string[] {
  const words = wordsIn(name.replace(/\([^()]*\)/gu, ' '))
  return words.length ? words : wordsIn(name)
}

/** "SO – P" also means "sồi trắng", if the documents define SO. */
function withLegend(field: Field, text: string, shorts: ReadonlyMap<string, string>): Field {
  const meant = (text.match(/(?<![\p{L}\d])\p{Lu}{1,5}(?![\p{L}\d])/gu) ?? []).flatMap(short => shorts.get(short) ?? [])
  if (meant.length === 0) return field
  const words = meant.flatMap(wordsIn)
  return {
    ...field,
    set: new Set([...field.set, ...words]),
    marked: new Set([...field.marked, ...meant.flatMap(markedWords)]),
  }
}

/** "Lớp Mầm 18 đến 35 tháng, lớp Chồi …": the age, weight or other range of each name. */
function classRanges(entries: readonly Entry[]): Map<string, readonly Range[]> {
  const found = new Map<string, readonly Range[]>()
  for (const { cells } of entries) {
    const classes = cells.flatMap(({ head, value }) => {
      const ranges =
        head && value.length <= 60 ? rangesIn(value).filter(({ dimension }) => bodyDimensions.has(dimension)) : []
      return ranges.length ? [[wordsIn(head).join(' '), ranges] as const] : []
    })
    if (classes.length > 1) for (const [name, ranges] of classes) found.set(name, ranges)
  }
  return found
}

const bodyDimensions: ReadonlySet<string> = new Set(['age', 'weight', 'length'])

function withRanges(field: Field, ranges: readonly Range[] | undefined): Field {
  return ranges && field.ranges.length === 0 ? { ...field, ranges } : field
}

function readField(text: string, head = ''): Field {
  const words = wordsIn(text)
  return {
    words,
    set: new Set(words),
    marked: new Set(markedWords(text)),
    initials: words.map(word => word[0]).join(''),
    shorts:
      text === text.toUpperCase() && text.length > 5
        ? []
        : (text.match(/(?<![\p{L}\d])\p{Lu}{2,4}(?![\p{L}\d])/gu) ?? []).map(fold),
    amounts: /\d/u.test(text) ? amountsIn(text) : [],
    ranges: /\d/u.test(text) ? rangesIn(text, head) : [],
    days: weekdaysIn(plainText(text)),
    purposes: purposesIn(plainText(text)),
  }
}
