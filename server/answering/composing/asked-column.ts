import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { wordsIn } from '../reading/plain-text.ts'
import { type Amount, amountsIn } from '../reading/amounts.ts'
import { columnWords } from '../lexicon/column-words.ts'

export type Row = { name: string; cells: { head: string; value: string }[] }

const names: ReadonlySet<string> = new Set(columnWords.name)
const plain: ReadonlySet<string> = new Set(columnWords.plain)
const code = /^\p{L}{0,4}\d{1,4}\p{L}?$/u

/** The cells a question means, in one text: see askedCells. */
export function askedColumn(shown: string, question: string, wantsMoney: boolean): string | undefined {
  const asked = askedCells(shown, question, wantsMoney)
  return asked && `${asked.name} – ${asked.cells.map(({ head, value }) => `${head}: ${value}`).join('; ')}`
}

/** The cells a question means, never for another amount. `wantsMoney`: only prices. Undefined if the question does not decide. */
export function askedCells(shown: string, question: string, wantsMoney: boolean): Row | undefined {
  const row = readRow(shown)
  if (!row || row.cells.length < 2) return undefined
  const own = wordsOf(row.name)
  const asked = new Set([...wordsOf(question)].filter(word => !own.has(word)))
  const amounts = amountsIn(question)
  const asksPrice = wantsMoney || pricing.test(fold(cleanText(question)))
  const cells = row.cells.filter(
    ({ value }) =>
      !isCondition(value, question) &&
      (wantsMoney ? money.test(value) && !measure.test(value) : asksPrice || !price.test(value)),
  )
  const possible = nearestMin(
    cells.filter(({ head }) => isFor(head, amounts)),
    amounts,
  )
  const common = row.cells
    .map(({ head }) => wordsOf(head))
    .reduce((all, words) => new Set([...all].filter(word => words.has(word))))
  const scored = possible.map(cell => {
    const words = [...wordsOf(cell.head)].filter(word => !plain.has(word) && !common.has(word))
    const met = words.filter(word => asked.has(word) || (amounts.length > 0 && word === 'tu')).length
    return { cell, met, whole: met === words.length, score: met - 0.4 * (words.length - met) }
  })
  const named = scored.filter(({ met }) => met > 0)
  const whole = named.filter(one => one.whole)
  const best = Math.max(...named.map(({ score }) => score))
  const chosen = whole.length ? whole : named.filter(({ score }) => score === best)
  const isClear = whole.length > 0 || chosen.length === 1
  if (!isClear || chosen.length === row.cells.length) return undefined
  return { name: row.name, cells: chosen.map(({ cell }) => cell) }
}

/** "55-65 kg" for a weight of 60, or a repeated "15,9cm", selected the row and is not the answer. */
function isCondition(value: string, question: string): boolean {
  if (/\d ?[-–] ?\d/u.test(value)) return true
  const words = fold(cleanText(value)).match(/[\p{L}\d]+/gu) ?? []
  const all = wordsOf(question)
  if (words.length > 0 && words.every(word => /\p{L}/u.test(word) && all.has(word))) return true
  const asked = new Set(question.match(/\d+(?:[.,]\d+)?/gu) ?? [])
  return (value.match(/\d+(?:[.,]\d+)?/gu) ?? []).some(number => asked.has(number))
}

const pricing = new RegExp(`(?<![\\p{L}\\d])(?:${columnWords.pricing.join('|')})(?![\\p{L}\\d])`, 'u')
const price = /^[\d.,]{4,} ?(?:đ|d|vnd|đồng)?$|^[\d.,]+ ?(?:k|tr\d*|triệu|nghìn|đ|usd)$/iu

const measure =
  /\d ?(?:năm|tháng|ngày|tuần|giờ|phút|tiếng|lần|buổi|tuổi|kg|km|cm|mm|years?|months?|days?|weeks?|hours?|minutes?)(?!\p{L})/iu

const money = /\d{2,}|\d ?(?:k|tr|triệu|nghìn|đ)(?!\p{L})|miễn phí|free|không|liên hệ|^0$/iu

/** "60 phút" is not for a question about 90; "Từ 3 ngày" includes four. */
function isFor(head: string, amounts: readonly Amount[]): boolean {
  const min = minIn(head)
  return amountsIn(head).every(({ dimension, value }) => {
    const wanted = amounts.filter(one => one.dimension === dimension)
    if (wanted.length === 0 || wanted.some(one => one.value === value)) return true
    return min?.dimension === dimension && wanted.some(one => one.value >= min.value)
  })
}

/** Among "from" columns, the nearest minimum below the amount; single-piece columns are then excluded. */
function nearestMin<Cell extends { head: string }>(cells: Cell[], amounts: readonly Amount[]): Cell[] {
  const open = cells.flatMap(cell => {
    const min = minIn(cell.head)
    return min && amounts.some(({ dimension }) => dimension === min.dimension) ? [{ cell, min: min.value }] : []
  })
  if (open.length === 0) return cells
  const nearest = Math.max(...open.map(({ min }) => min))
  return open.filter(({ min }) => min === nearest).map(({ cell }) => cell)
}

function minIn(head: string): Amount | undefined {
  const from = /(?<!\p{L})(?:tu|from|tren|over) (.*)$/u.exec(fold(head))?.[1]
  return from ? amountsIn(from)[0] : undefined
}

/** "DC14; Sản phẩm: Xe; Giá: 550k": the name instead of its code. Undefined if a cell has no head. */
export function readRow(shown: string): Row | undefined {
  const [first = '', ...rest] = shown.split('; ')
  const cells = rest.flatMap(part => {
    const match = /^([^:]{1,60}): (.+)$/u.exec(part)
    return match ? [{ head: match[1]!, value: match[2]! }] : []
  })
  if (cells.length === 0 || cells.length < rest.length) return undefined
  const named = cells.findIndex(({ head }) => names.has(fold(head)))
  const name = named >= 0 && code.test(first) ? cells[named]!.value : first
  return { name, cells: cells.filter((_, i) => i !== named) }
}

function wordsOf(text: string): Set<string> {
  return new Set(wordsIn(text))
}
