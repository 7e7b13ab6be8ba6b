import { type PGlite, protocol } from '@electric-sql/pglite'
import { bindMessage } from './bind-message.ts'
import { plain, type Result, type Session, type Statement } from './session.ts'

type Prepared = {
  name: string
  parameters: { serializer: (value: unknown) => string }[]
  columns: { name: string; parser: ((text: string) => unknown) | undefined }[]
}
type DataRow = { name: 'dataRow'; fields: (string | null)[] }
type CommandComplete = { name: 'commandComplete'; text: string }

const most = 400
const execute = protocol.serialize.execute({})
const sync = protocol.serialize.sync()

/**
 * Runs statements as prepared ones, several in one exchange: each only where those before it succeeded; the result of the
 * last one before the closing ones is given. The engine's own `query` parses, plans and describes each time anew, in six exchanges;
 * a prepared statement takes one, and most of the time of a short statement is its planning.
 */
export function preparedStatements(lite: PGlite): Pick<Session, 'exchange' | 'alone'> {
  const known = new Map<string, Prepared>()
  let made = 0

  async function prepare(text: string): Promise<Prepared> {
    const described = await lite.describeQuery(text)
    const name = `s${made++}`
    await send(protocol.serialize.parse({ name, text }))
    const prepared = {
      name,
      parameters: described.queryParams as Prepared['parameters'],
      columns: described.resultFields as Prepared['columns'],
    }
    known.set(text, prepared)
    const [oldest] = known
    if (known.size > most && oldest) {
      known.delete(oldest[0])
      await send(protocol.serialize.close({ type: 'S', name: oldest[1].name }))
    }
    return prepared
  }

  function send(...messages: Uint8Array[]) {
    // The sync travels along, so that the session is ready again whatever comes before it.
    return lite.execProtocol(Buffer.concat([...messages, sync]), { syncToFs: false })
  }

  function find(text: string): Prepared | undefined {
    const found = known.get(text)
    if (found) {
      known.delete(text) // moved to the end: the least used one goes first
      known.set(text, found)
    }
    return found
  }

  async function exchange(statements: readonly Statement[], closing: readonly Statement[] = []): Promise<Result> {
    const last = statements.at(-1)
    if (!last) return { rows: [], count: 0 }
    const all = [...statements, ...closing]
    // One that is new is looked at by the engine only when all before it have run.
    if (all.length > 1 && !areKnown(all)) {
      if (statements.length > 1) await exchange(statements.slice(0, -1))
      const result = await exchange([last])
      await exchange(closing)
      return result
    }
    const parts: Uint8Array[] = []
    for (const { text, parameters } of all) parts.push(bind(find(text) ?? (await prepare(text)), parameters), execute)
    const { messages } = await send(...parts)
    return readResult(known.get(last.text) as Prepared, messages, statements.length)
  }

  function areKnown(statements: readonly Statement[]): boolean {
    return statements.every(({ text }) => known.has(text))
  }

  return {
    exchange,
    /** What lies before one sync is one transaction; what is new takes several, and a transaction around them. */
    alone: statements =>
      areKnown(statements) ? exchange(statements) : exchange([plain('begin'), ...statements], [plain('commit')]),
  }
}

function bind({ name, parameters }: Prepared, given: readonly unknown[]): Uint8Array {
  const values = given.map((value, index) =>
    value === null || value === undefined ? null : (parameters[index]?.serializer ?? String)(value),
  )
  return bindMessage(name, values)
}

/** The result of the statement at this place: each one begins with its bound values. */
function readResult(prepared: Prepared, messages: { name: string }[], place: number): Result {
  const rows: unknown[] = []
  let count = 0
  let at = 0
  for (const message of messages) {
    if (message.name === 'bindComplete') at++
    else if (at !== place) continue
    else if (message.name === 'dataRow') rows.push(readRow(prepared, (message as DataRow).fields))
    else if (message.name === 'commandComplete')
      count = Number(/\d+$/.exec((message as CommandComplete).text)?.[0] ?? 0)
  }
  return { rows, count }
}

function readRow({ columns }: Prepared, fields: (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (const [index, { name, parser }] of columns.entries()) {
    const text = fields[index] ?? null
    row[name] = text === null || !parser ? text : parser(text)
  }
  return row
}
