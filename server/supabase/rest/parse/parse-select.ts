import { readPath } from './parse-filter.ts'
import { type Aggregate, aggregates, type Embed, type Field, type Order, type Selected } from '../run/row-query.ts'
import { TextScanner } from './text-scanner.ts'

const maxItems = 200
const deepest = 8

const casts = new Set(
  (
    'text varchar int int2 int4 int8 smallint integer bigint decimal numeric float4 float8 real boolean bool ' +
    'date time timetz timestamp timestamptz interval uuid json jsonb'
  ).split(' '),
)

type Allowance = { left: number }

/** `*`, `a,b`, `alias:col`, `col::type`, `json->k->>v`, `col.sum()`, `alias:rel!hint!inner(…)`, `...rel(…)`. */
export function parseSelect(text: string): Selected[] {
  const scanner = new TextScanner(text, `failed to parse select parameter (${text})`)
  const items = scanner.done ? [] : readItems(scanner, { left: maxItems }, 0)
  if (!scanner.done) scanner.fail('expecting "," or the end')
  return items
}

function readItems(scanner: TextScanner, allowance: Allowance, depth: number): Selected[] {
  if (depth > deepest) scanner.fail(`expecting at most ${deepest} levels`)
  const items: Selected[] = []
  do {
    scanner.blanks()
    if (allowance.left-- === 0) scanner.fail(`expecting at most ${maxItems} columns`)
    items.push(readItem(scanner, allowance, depth))
    scanner.blanks()
  } while (scanner.take(','))
  return items
}

function readItem(scanner: TextScanner, allowance: Allowance, depth: number): Selected {
  if (scanner.take('*')) return { kind: 'all' }
  const spread = scanner.take('...')
  let path = readPath(scanner)
  let alias: string | undefined
  if (!scanner.sees('::') && scanner.take(':')) {
    alias = path.column
    path = readPath(scanner)
  }
  if (spread || scanner.sees('(') || scanner.sees('!')) {
    const isCount = path.column === 'count' && !spread && scanner.take('()')
    if (isCount) return { ...field, alias, aggregate: 'count', aggregateCast: readCast(scanner) }
    if (path.steps.length > 0 || (spread && alias !== undefined)) scanner.fail('expecting a relation')
    return readRelation(scanner, { name: path.column, alias, spread }, allowance, depth)
  }
  const cast = readCast(scanner)
  const aggregate = readAggregate(scanner)
  return { ...field, path, alias, cast, aggregate, aggregateCast: aggregate && readCast(scanner) }
}

const field: Field = {
  kind: 'column',
  path: undefined,
  alias: undefined,
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
}

function readCast(scanner: TextScanner): string | undefined {
  if (!scanner.take('::')) return undefined
  const cast = scanner.match(/[a-z0-9_]+/y)?.[0] ?? ''
  return casts.has(cast) ? cast : scanner.fail('expecting a type that is offered here')
}

function readAggregate(scanner: TextScanner): Aggregate | undefined {
  const name = scanner.match(/\.([a-z]+)\(\)/y)?.[1]
  if (name === undefined) return undefined
  return aggregates.find(known => known === name) ?? scanner.fail(`expecting one of ${aggregates.join(', ')}`)
}

function readRelation(
  scanner: TextScanner,
  named: Pick<Embed, 'name' | 'alias' | 'spread'>,
  allowance: Allowance,
  depth: number,
): Embed {
  let hint: string | undefined
  let inner = false
  while (scanner.take('!')) {
    const word = scanner.name()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  scanner.expect('(')
  scanner.blanks()
  const select = scanner.sees(')') ? [] : readItems(scanner, allowance, depth + 1)
  scanner.expect(')')
  return {
    kind: 'relation',
    ...named,
    hint,
    inner,
    query: { select, filters: [], order: [], offset: 0, limit: undefined },
  }
}

export function parseOrder(text: string): Order[] {
  const scanner = new TextScanner(text, `failed to parse order (${text})`)
  const items: Order[] = []
  do {
    scanner.blanks()
    let path = readPath(scanner)
    let relation: string | undefined
    if (path.steps.length === 0 && scanner.take('(')) {
      relation = path.column
      path = readPath(scanner)
      scanner.expect(')')
    }
    const direction = scanner.match(/\.(asc|desc)(?![a-z])/y)?.[1]
    const nulls = scanner.match(/\.nulls(first|last)(?![a-z])/y)?.[1] as Order['nulls']
    items.push({ relation, path, descending: direction === 'desc', nulls })
    scanner.blanks()
    if (items.length > maxItems) scanner.fail(`expecting at most ${maxItems} columns`)
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('expecting ".asc", ".desc", ".nullsfirst", ".nullslast", "," or the end')
  return items
}
