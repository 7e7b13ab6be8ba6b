import { protocol } from '@electric-sql/pglite'
import pg from 'pg'
import { bindMessage } from './bind-message.ts'
import type { Result, Statement } from './session.ts'

type Column = { name: string; parse: (text: string) => unknown }
type Described = { fields: { name: string; dataTypeID: number }[] }
type Connection = pg.Connection & { stream: { write(bytes: Uint8Array): void } }
type Wanted = Statement & { name: string | undefined }

/** The statements that a connection has prepared, by name, and the columns that they give. */
export type Prepared = Map<string, Column[]>

const int8 = 20
const { serialize } = protocol
const execute = serialize.execute({})
const sync = serialize.sync()
/** Of the last portal that was bound. */
const describe = serialize.describe({ type: 'P' })

/**
 * Several statements in one exchange with the server: they go out as one packet, and one sync ends them. It is PostgreSQL
 * that leaves out whatever follows a failed one, up to the sync.
 * @param wanted those with a name are prepared once
 * @param told which one's result is given
 */
export async function exchange(
  client: pg.ClientBase,
  wanted: readonly Wanted[],
  told: number,
  prepared: Prepared,
): Promise<Result> {
  const packet = Buffer.concat([...closeOldest(prepared), ...wanted.flatMap(one => messagesOf(one, prepared)), sync])
  const rows: unknown[] = []
  let count = 0
  let done = 0
  let columns: Column[] = []
  let problem: unknown
  try {
    await new Promise<void>((resolve, reject) => {
      /** What the driver asks of a query: to send itself, and to hear what the server says. */
      const query = {
        submit(connection: Connection) {
          connection.stream.write(packet)
          columns = columnsOf(0)
        },
        handleRowDescription({ fields }: Described) {
          columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
        },
        handleDataRow({ fields }: { fields: (string | null)[] }) {
          if (problem !== undefined || done !== told) return
          try {
            rows.push(readRow(columns, fields))
          } catch (error) {
            problem = error
          }
        },
        handleCommandComplete({ text }: { text: string }) {
          const name = wanted[done]?.name
          if (name) prepared.set(name, columns)
          if (done === told) count = Number(/\d+$/.exec(text)?.[0] ?? 0)
          columns = columnsOf(++done)
        },
        handleEmptyQuery() {
          columns = columnsOf(++done)
        },
        handleError: reject,
        handleReadyForQuery() {
          if (problem === undefined) resolve()
          else reject(problem as Error)
        },
      }
      client.query(query as pg.Submittable)
    })
  } catch (error) {
    Error.captureStackTrace(error as Error) // that of who asked, not of the socket
    throw error
  }
  return { rows, count }

  function columnsOf(index: number): Column[] {
    return prepared.get(wanted[index]?.name ?? '') ?? []
  }
}

/** Further ones are closed, those first that were prepared longest ago. */
const mostPrepared = 500

function closeOldest(prepared: Prepared): Uint8Array[] {
  if (prepared.size <= mostPrepared) return []
  const oldest = [...prepared.keys()].slice(0, prepared.size - mostPrepared)
  return oldest.map(name => {
    prepared.delete(name)
    return serialize.close({ type: 'S', name })
  })
}

function messagesOf({ text, parameters, name = '' }: Wanted, prepared: Prepared): Uint8Array[] {
  const bound = bindMessage(name, parameters.map(valueOf))
  if (prepared.has(name)) return [bound, execute]
  const parsed = serialize.parse({ name, text, types: [] })
  // It may be there already, if it was prepared and then failed.
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

/** How a value of this type is read from its text. */
export function parserOf(type: number): (text: string) => unknown {
  return type === int8 ? Number : pg.types.getTypeParser(type)
}

/** A value as the server reads it. */
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
