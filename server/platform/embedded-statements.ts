import { type PGlite, protocol } from '@electric-sql/pglite'

type Prepared = {
  name: string
  parameters: { serializer: (value: unknown) => string }[]
  columns: { name: string; parser: ((text: string) => unknown) | undefined }[]
}
type Result = { rows: unknown[]; count: number }
type DataRow = { name: 'dataRow'; fields: (string | null)[] }
type CommandComplete = { name: 'commandComplete'; text: string }

const most = 400

/**
 * Runs statements as prepared ones. The engine's own `query` parses, plans and describes each time anew, in six exchanges;
 * a prepared statement takes one, and most of the time of a short statement is its planning.
 */
export function preparedStatements(lite: PGlite): (text: string, parameters: readonly unknown[]) => Promise<Result> {
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
    return lite.execProtocol(Buffer.concat([...messages, protocol.serialize.sync()]), { syncToFs: false })
  }

  return async function query(text, parameters) {
    const found = known.get(text)
    if (found) {
      known.delete(text) // moved to the end: the least used one goes first
      known.set(text, found)
    }
    const prepared = found ?? (await prepare(text))
    const values = parameters.map((value, index) =>
      value === null || value === undefined ? null : (prepared.parameters[index]?.serializer ?? String)(value),
    )
    const { messages } = await send(
      protocol.serialize.bind({ statement: prepared.name, values }),
      protocol.serialize.execute({}),
    )
    const rows: unknown[] = []
    let count = 0
    for (const message of messages) {
      if (message.name === 'dataRow') rows.push(readRow(prepared, (message as unknown as DataRow).fields))
      else if (message.name === 'commandComplete')
        count = Number(/\d+$/.exec((message as unknown as CommandComplete).text)?.[0] ?? 0)
    }
    return { rows, count }
  }
}

function readRow({ columns }: Prepared, fields: (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (const [index, { name, parser }] of columns.entries()) {
    const text = fields[index] ?? null
    row[name] = text === null || !parser ? text : parser(text)
  }
  return row
}
