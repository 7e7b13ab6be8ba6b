import { maxPatternLength } from '../../patterns.ts'

export type Condition = {
  column: string
  operator: Operator
  isNegated: boolean
  value: string
}

export type Operator = (typeof operators)[number]

const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'isdistinct'] as const
/** Foreign regular expressions could keep the database busy for ever. */
const refused = ['match', 'imatch']
const maxLength = 2000
const maxConditions = 10
const maxValues = 100
const head = new RegExp(`\\s*([^=,()"]{1,63})=(not\\.)?(${[...operators, ...refused].join('|')})\\.`, 'y')
const next = new RegExp(`,${head.source}`, 'y')

/** @returns an error text for the client */
export function parseRowFilter(text: string): Condition[] | string {
  if (text.length > maxLength) return `A filter has at most ${maxLength} characters`
  const conditions: Condition[] = []
  for (let at = 0; at < text.length;) {
    head.lastIndex = at
    const found = head.exec(text)
    if (!found) return `Error parsing filter: ${text.slice(at, at + 100)}`
    const [, column = '', negation, name] = found
    if (refused.includes(name ?? '')) return 'Regular expressions are not offered in filters'
    const operator = name as Operator
    const value = operator === 'in' ? readList(text, head.lastIndex) : readValue(text, head.lastIndex)
    if (!value) return `Error parsing filter: ${text.slice(at, at + 100)}`
    const isWord = operator !== 'is' || /^(null|true|false|unknown)$/i.test(value.text)
    if (!isWord) return 'Error parsing filter: is takes null, true, false or unknown'
    if (operator.endsWith('like') && value.text.length > maxPatternLength)
      return `A pattern has at most ${maxPatternLength} characters`
    conditions.push({ column: column.trim(), operator, isNegated: negation !== undefined, value: value.text })
    if (conditions.length > maxConditions) return `A filter has at most ${maxConditions} conditions`
    at = value.end
    if (at === text.length) break
    if (text[at] !== ',') return `Error parsing filter: ${text.slice(at, at + 100)}`
    at++
  }
  return conditions
}

type Read = { text: string; end: number }

function readValue(text: string, start: number): Read | undefined {
  if (text[start] === '"') return readQuoted(text, start)
  for (let at = start; at < text.length; at++) {
    next.lastIndex = at
    if (text[at] === ',' && next.test(text)) return { text: text.slice(start, at), end: at }
  }
  return { text: text.slice(start), end: text.length }
}

function readQuoted(text: string, start: number): Read | undefined {
  const quoted = /"((?:[^"\\]|\\[^])*)"/y
  quoted.lastIndex = start
  const found = quoted.exec(text)
  return found ? { text: (found[1] ?? '').replaceAll(/\\([^])/g, '$1'), end: quoted.lastIndex } : undefined
}

function readList(text: string, start: number): Read | undefined {
  if (text[start] !== '(') return undefined
  const values: string[] = []
  for (let at = start + 1; at <= text.length; at++) {
    const bare = /[^,()]*/y
    bare.lastIndex = at
    const word = bare.exec(text)?.[0] ?? ''
    const value = text[at] === '"' ? readQuoted(text, at) : { text: word, end: at + word.length }
    if (!value || values.push(value.text) > maxValues) return undefined
    at = value.end
    if (text[at] === ')') return { text: asArray(values), end: at + 1 }
    if (text[at] !== ',') return undefined
  }
  return undefined
}

function asArray(values: string[]): string {
  return `{${values.map(value => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
