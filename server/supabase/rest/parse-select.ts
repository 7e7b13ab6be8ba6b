import { type Path, readPath } from './parse-filter.ts'
import { RestError } from './rest-error.ts'
import { TextScanner } from './text-scanner.ts'

export type Selected =
  | { kind: 'all' }
  | { kind: 'column'; path: Path; alias: string | undefined; cast: string | undefined }
  | { kind: 'relation'; name: string }

export type Order = { path: Path; descending: boolean; nulls: 'first' | 'last' | undefined }

const mostItems = 100

/** Types that a column may be shown as. */
const casts = new Set(
  'text varchar int2 int4 int8 smallint integer bigint numeric float4 float8 real boolean bool date time timestamp timestamptz uuid json jsonb'.split(
    ' ',
  ),
)

/** `*`, `a,b`, `alias:col`, `col::type`, `json->k->>v`. A relation in parentheses is recognised, to be refused by name. */
export function parseSelect(text: string): Selected[] {
  const scanner = new TextScanner(text, `failed to parse select parameter (${text})`)
  const items: Selected[] = []
  if (scanner.done) return items
  do {
    scanner.blanks()
    items.push(readItem(scanner))
    scanner.blanks()
    if (items.length > mostItems) scanner.fail(`expecting at most ${mostItems} columns`)
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('expecting "," or the end')
  return items
}

function readItem(scanner: TextScanner): Selected {
  if (scanner.take('*')) return { kind: 'all' }
  const spread = scanner.take('...')
  let path = readPath(scanner)
  let alias: string | undefined
  if (!scanner.sees('::') && scanner.take(':')) {
    alias = path.column
    path = readPath(scanner)
  }
  if (scanner.match(/(?:\.[a-z]+)?\(\)/y))
    throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  if (spread || scanner.sees('(') || scanner.sees('!')) {
    scanner.at = scanner.text.length
    return { kind: 'relation', name: path.column }
  }
  const cast = scanner.take('::') ? (scanner.match(/[a-z0-9_]+/y)?.[0] ?? '') : undefined
  if (cast !== undefined && !casts.has(cast)) scanner.fail('expecting a type that is offered here')
  return { kind: 'column', path, alias, cast }
}

/** `a.desc.nullslast,b`. */
export function parseOrder(text: string): Order[] {
  const scanner = new TextScanner(text, `failed to parse order (${text})`)
  const items: Order[] = []
  do {
    scanner.blanks()
    const path = readPath(scanner)
    const direction = scanner.match(/\.(asc|desc)(?![a-z])/y)?.[1]
    const nulls = scanner.match(/\.nulls(first|last)(?![a-z])/y)?.[1] as Order['nulls']
    items.push({ path, descending: direction === 'desc', nulls })
    scanner.blanks()
    if (items.length > mostItems) scanner.fail(`expecting at most ${mostItems} columns`)
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('expecting ".asc", ".desc", ".nullsfirst", ".nullslast", "," or the end')
  return items
}
