import type pg from 'pg'
import { type Described, makeExchange, type Prepared, type Wanted } from './exchange.ts'
import type { Result } from './session.ts'

type Connection = pg.Connection & { stream: { write(bytes: Uint8Array): void } }

export async function exchange(
  client: pg.ClientBase,
  wanted: readonly Wanted[],
  rowCount: number,
  prepared: Prepared,
): Promise<Result> {
  const { packet, describedAs, row, completed, result } = makeExchange(wanted, rowCount, prepared)
  try {
    await new Promise<void>((resolve, reject) => {
      /** The interface that `pg` expects of a query. */
      const query = {
        submit: (connection: Connection) => void connection.stream.write(packet),
        handleRowDescription: (described: Described) => describedAs(described),
        handleDataRow: ({ fields }: { fields: (string | null)[] }) => row(fields),
        handleCommandComplete: ({ text }: { text: string }) => completed(text),
        handleEmptyQuery: () => completed(''),
        handleError: reject,
        handleReadyForQuery: () => resolve(),
      }
      client.query(query as pg.Submittable)
    })
    return result()
  } catch (error) {
    Error.captureStackTrace(error as Error) // the caller's stack, not the socket's
    throw error
  }
}
