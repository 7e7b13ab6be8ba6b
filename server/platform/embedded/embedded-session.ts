import { protocol } from '@electric-sql/pglite'
import type { Bounds, Connection } from './embedded-connection.ts'
import { type Described, type Exchange, makeExchange, parserOf, type Prepared } from '../sql/exchange.ts'
import { Ousted, type Result, type Session, type Statement } from '../sql/session.ts'

type Message =
  | ({ name: 'rowDescription' } & Described)
  | { name: 'dataRow'; fields: (string | null)[] }
  | { name: 'commandComplete'; text: string }
  | { name: 'emptyQuery' }
  | { name: 'notification'; channel: string; payload: string }
  | { name: 'error' }

export type Line = {
  connection: Connection
  prepared: Prepared
  names: { of(text: string): string | undefined }
  onNotification(channel: string, payload: string): void
}

/** PostgreSQL's query_canceled. */
const canceled = '57014'

export function embeddedSession(line: Line, bounds: Bounds): Session {
  const run = (statements: readonly Statement[], closing: readonly Statement[] = []) => {
    if (statements.length === 0) return Promise.resolve({ rows: [], count: 0 })
    const wanted = [...statements, ...closing].map(one => ({ ...one, name: line.names.of(one.text) }))
    return send(line, makeExchange(wanted, statements.length - 1, line.prepared), bounds)
  }
  return {
    exchange: run,
    alone: run, // one sync makes one transaction
    query: (text, parameters) =>
      parameters.length > 0 ? run([{ text, parameters }]) : send(line, plainExchange(text)),
  }
}

async function send(line: Line, exchange: Exchange, bounds?: Bounds): Promise<Result> {
  const { answer, cut } = await line.connection.send(exchange.packet, bounds)
  let problem: (Error & { code?: string }) | undefined
  new protocol.Parser().parse(answer, message => {
    const received = message as unknown as Message
    if (received.name === 'dataRow') exchange.row(received.fields)
    else if (received.name === 'rowDescription') exchange.describedAs(received)
    else if (received.name === 'commandComplete') exchange.completed(received.text)
    else if (received.name === 'emptyQuery') exchange.completed('')
    else if (received.name === 'notification') line.onNotification(received.channel, received.payload)
    else if (received.name === 'error') problem ??= message as unknown as Error
  })
  if (problem === undefined) return exchange.result()
  if (problem.code === canceled && cut === 'limit') problem.message = 'canceling statement due to statement timeout'
  if (problem.code === canceled && cut === 'ousted') throw new Ousted()
  Error.captureStackTrace(problem) // the caller's stack, not the parser's
  throw problem
}

function plainExchange(text: string): Exchange {
  let columns: { name: string; parse: (text: string) => unknown }[] = []
  let rows: unknown[] = []
  let result: Result = { rows, count: 0 }
  return {
    packet: protocol.serialize.query(text),
    describedAs({ fields }) {
      columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
    },
    row(fields) {
      const value = (text_: string | null | undefined, parse: (text: string) => unknown) =>
        text_ === null || text_ === undefined ? null : parse(text_)
      rows.push(Object.fromEntries(columns.map(({ name, parse }, at) => [name, value(fields[at], parse)])))
    },
    completed(text) {
      result = { rows, count: Number(/\d+$/.exec(text)?.[0] ?? 0) }
      rows = []
    },
    result: () => result,
  }
}
