import { protocol } from '@electric-sql/pglite'
import pg from 'pg'
import { bindMessage } from './bind-message.ts'
import { makeLruCache } from '../lru-cache.ts'
import type { Result, Statement } from './session.ts'

type Column = { name: string; parse: (text: string) => unknown }
export type Described = { fields: { name: string; dataTypeID: number }[] }
export type Wanted = Statement & { name: string | undefined }

export type Prepared = Map<string, Column[]>

export type Exchange = {
  packet: Uint8Array
  describedAs(described: Described): void
  row(fields: (string | null)[]): void
  completed(text: string): void
  /** @throws where a value could not be read, a statement has no answer, or the transaction was given up */
  result(): Result
}

const int8 = 20
const { serialize } = protocol
const execute = serialize.execute({})
const sync = serialize.sync()
const describe = serialize.describe({ type: 'P' })

/** One packet, one sync: PostgreSQL skips whatever follows a failed statement. `rowCount`: whose result is returned. */
export function makeExchange(wanted: readonly Wanted[], rowCount: number, prepared: Prepared): Exchange {
  const rows: unknown[] = []
  let count = 0
  let done = 0
  let problem: unknown
  const packet = Buffer.concat([...closeOldest(prepared), ...wanted.flatMap(one => messagesOf(one, prepared)), sync])
  const columnsOf = (index: number) => prepared.get(wanted[index]?.name ?? '') ?? []
  let columns = columnsOf(0)
  return {
    packet,
    describedAs({ fields }) {
      columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
    },
    row(fields) {
      if (problem !== undefined || done !== rowCount) return
      try {
        rows.push(readRow(columns, fields))
      } catch (error) {
        problem = error
      }
    },
    completed(text) {
      const { name, text: asked } = wanted[done] ?? {}
      // PostgreSQL answers so, without an error, where another statement had failed.
      if (asked === 'commit' && text === 'ROLLBACK') problem ??= new Error('The transaction was given up.')
      if (name) prepared.set(name, columns)
      if (done === rowCount) count = Number(/\d+$/.exec(text)?.[0] ?? 0)
      columns = columnsOf(++done)
    },
    result() {
      if (problem !== undefined) throw problem
      // Otherwise a lost answer would read as "no rows".
      if (done < wanted.length) throw new Error(`The database answered ${done} of ${wanted.length} statements.`)
      return { rows, count }
    },
  }
}

const maxPrepared = 500

function closeOldest(prepared: Prepared): Uint8Array[] {
  if (prepared.size <= maxPrepared) return []
  const oldest = [...prepared.keys()].slice(0, prepared.size - maxPrepared)
  return oldest.map(name => {
    prepared.delete(name)
    return serialize.close({ type: 'S', name })
  })
}

function messagesOf({ text, parameters, name = '' }: Wanted, prepared: Prepared): Uint8Array[] {
  const bound = bindMessage(name, parameters.map(valueOf))
  if (prepared.has(name)) return [bound, execute]
  const parsed = serialize.parse({ name, text, types: [] })
  // It may exist already, if it was prepared and then failed.
  return [...(name ? [serialize.close({ type: 'S', name })] : []), parsed, bound, describe, execute]
}

function readRow(columns: Column[], fields: (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (const [index, { name, parse }] of columns.entries()) {
    const text = fields[index] ?? null
    row[name] = text === null ? null : parse(text)
  }
  return row
}

export function parserOf(type: number): (text: string) => unknown {
  return type === int8 ? Number : pg.types.getTypeParser(type)
}

function valueOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return arrayOf(value)
  if (value instanceof Date) return value.toISOString()
  return JSON.stringify(value)
}

function arrayOf(values: unknown[]): string {
  const items = values.map(value => {
    if (Array.isArray(value)) return arrayOf(value)
    const one = valueOf(value)
    return one === null ? 'NULL' : `"${one.replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${items.join(',')}}`
}

const maxNames = 400
const worthAName = 3

/** Planning is most of a short statement's time, so frequent ones are prepared once per connection. */
export function statementNames() {
  const seen = new Map<string, number>()
  const names = makeLruCache<string>(maxNames)
  let made = 0
  return {
    of(text: string): string | undefined {
      const known = names.get(text)
      if (known) return known
      const times = (seen.get(text) ?? 0) + 1
      if (times < worthAName) {
        if (seen.size >= maxNames) seen.clear()
        seen.set(text, times)
        return undefined
      }
      seen.delete(text)
      const name = `s${made++}`
      names.set(text, name)
      return name
    },
  }
}
