import pg from 'pg'
import { type Described, makeExchange, type Prepared, type Wanted } from './exchange.ts'
import type { Result } from './session.ts'

type Connection = pg.Connection & { stream: { write(bytes: Uint8Array): void; destroy(error: Error): void } }

const connectionFailure = '08006'

/** @param silenceMs the connection is given up after so long without an answer */
export async function exchange(
  client: pg.ClientBase,
  wanted: readonly Wanted[],
  rowCount: number,
  prepared: Prepared,
  silenceMs?: number,
): Promise<Result> {
  const { packet, describedAs, row, completed, result } = makeExchange(wanted, rowCount, prepared)
  let silence: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      /** The interface that `pg` expects of a query. */
      const query = {
        submit(connection: Connection) {
          const giveUp = () => connection.stream.destroy(new Error('PostgreSQL does not answer'))
          if (silenceMs !== undefined) silence = setTimeout(giveUp, silenceMs)
          connection.stream.write(packet)
        },
        handleRowDescription: (described: Described) => describedAs(described),
        handleDataRow: ({ fields }: { fields: (string | null)[] }) => row(fields),
        handleCommandComplete({ text }: { text: string }) {
          silence?.refresh()
          completed(text)
        },
        handleEmptyQuery: () => completed(''),
        handleError: (error: Error) =>
          reject(error instanceof pg.DatabaseError ? error : Object.assign(error, { code: connectionFailure })),
        handleReadyForQuery: () => resolve(),
      }
      client.query(query as pg.Submittable)
    })
    return result()
  } catch (error) {
    Error.captureStackTrace(error as Error) // the caller's stack, not the socket's
    throw error
  } finally {
    clearTimeout(silence)
  }
}
