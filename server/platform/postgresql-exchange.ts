import pg from 'pg'
import type { Result, Statement } from './session.ts'

type Column = { name: string; parse: (text: string) => unknown }
type Described = { fields: { name: string; dataTypeID: number }[] }
type Connection = pg.Connection & { stream: { cork(): void; uncork(): void } }
type Wanted = Statement & { name: string | undefined }

/** The statements that a connection has prepared, by name, and the columns that they give. */
export type Prepared = Map<string, Column[]>

const int8 = 20

/**
 * Several statements in one exchange with the server: they go out together, and one sync ends them. It is PostgreSQL that
 * leaves out whatever follows a failed one, up to the sync.
 * @param wanted those with a name are prepared once
 * @param told which one's result is given
 */
export async function exchange(
  client: pg.ClientBase,
  wanted: readonly Wanted[],
  told: number,
  prepared: Prepared,
): Promise<Result> {
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
          connection.stream.cork()
          for (const one of wanted) send(connection, one, prepared)
          connection.sync()
          connection.stream.uncork()
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

function send(connection: Connection, { text, parameters, name = '' }: Wanted, prepared: Prepared): void {
  const known = prepared.has(name)
  if (!known) {
    // It may be there already, if it was prepared and then failed.
    if (name) connection.close({ type: 'S', name }, true)
    connection.parse({ name, text, types: [] }, true)
  }
  connection.bind({ statement: name, values: parameters.map(valueOf) }, true)
  if (!known) connection.describe({ type: 'P' }, true)
  connection.execute({}, true)
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

/** A value as the server reads it: text, or bytes. */
function valueOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (Array.isArray(value)) return arrayOf(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function arrayOf(values: unknown[]): string {
  const items = values.map(value => {
    if (Array.isArray(value)) return arrayOf(value)
    const one = valueOf(value)
    if (one === null) return 'NULL'
    return `"${typeof one === 'string' ? one.replace(/[\\"]/g, '\\$&') : `\\\\x${one.toString('hex')}`}"`
  })
  return `{${items.join(',')}}`
}
