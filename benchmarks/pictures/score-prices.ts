import type { RecognisedLine } from '#features/training/extract/extractor.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { List } from './price-lists.ts'

/** Lines that hold prices: `prices` right, `whole` to the letter, `wrong` with a price the list does not have. */
type PriceScore = { lines: number; prices: number; whole: number; wrong: number }

/** A price is right only on the line of its own name. */
export function scorePrices(list: List, recognised: readonly RecognisedLine[]): PriceScore {
  const found = recognised.map(({ cells }) => ({
    words: letters(cells.join(' ')),
    figures: cells.map(digits),
    exact: plain(cells.join('')),
  }))
  const score: PriceScore = { lines: 0, prices: 0, whole: 0, wrong: 0 }
  for (const [name = '', ...values] of list.groups.flatMap(group => group.items)) {
    score.lines++
    const own = found
      .map(line => ({ ...line, likeness: likeness(letters(name), line.words) }))
      .toSorted((a, b) => b.likeness - a.likeness)[0]
    if (!own || own.likeness < 0.6) continue
    const read = own.figures.filter(figure => figure !== '').join(' ')
    if (read === values.map(digits).join(' ')) score.prices++
    else if (read !== '') score.wrong++
    if (own.exact === plain([name, ...values].join(''))) score.whole++
  }
  return score
}

/** "35k" and "35.000" differ here: the printed form must be read. */
function digits(text: string): string {
  return text.replace(/\D/g, '')
}

function letters(text: string): string {
  return fold(text).replace(/[^a-z]+/g, '')
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function likeness(name: string, line: string): number {
  const pairs = (text: string): Set<string> =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)))
  const [one, other] = [pairs(name), pairs(line)]
  const both = [...one].filter(pair => other.has(pair)).length
  return (2 * both) / Math.max(1, one.size + other.size)
}
