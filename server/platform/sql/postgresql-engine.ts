import { availableParallelism } from 'node:os'
import pg from 'pg'
import { StartError } from '../errors.ts'
import { parserOf, type Prepared, statementNames } from './exchange.ts'
import { newId } from '../ids.ts'
import { exchange } from './postgresql-exchange.ts'
import { type Engine, plain, type Result, type Session, type Statement } from './session.ts'
import { much, takeLightest } from './priority-mutex.ts'

/** Of a process; one more listens. */
export const maxConnections = 12
/** Connections for last-place, for heavy callers and for the background: others must always find one, and a processor. */
const maxLast = { default: 6, heavy: Math.max(1, Math.floor(availableParallelism() / 2)), background: 3 }
const wakeMs = 10
const noConnection = '53300'
const relistenMs = 1000
/** Several statements of ten seconds go at once. Where a network swallows everything, the system takes a quarter of an hour to notice. */
const silence = 30_000

/**
 * @param setting which the url comes from: whoever reads that it cannot be used must look at the right one
 * @throws StartError when unreachable or older than version 15
 */
export async function openPostgresql(
  url: string,
  onListenLost: (error: Error) => void,
  { silenceMs = silence, setting = 'DATABASE_URL' }: { silenceMs?: number; setting?: string } = {},
): Promise<Engine> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: parserOf },
    // Otherwise a lost connection that only listens is noticed after two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const pool = new pg.Pool({
    ...settings,
    max: maxConnections,
    statement_timeout: 10_000,
    // Compiling takes longer than our short statements.
    options: '-c jit=off',
    lock_timeout: 5000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', () => {}) // the pool replaces broken idle connections
  // Unhandled, this would end the process; the borrower sees the failure in its next statement.
  pool.on('connect', client => client.on('error', () => {}))
  try {
    const { rows } = await pool.query<{ version: string }>("select current_setting('server_version_num') as version")
    if (Number(rows[0]?.version) < 150_000) throw new Error('PostgreSQL 15 or newer is needed')
  } catch (error) {
    await pool.end()
    throw new StartError(`The database at ${setting} cannot be used: ${(error as Error).message}`)
  }
  const names = statementNames()
  const clients = new WeakMap<Session, pg.PoolClient>()
  const preparedOf = new WeakMap<pg.PoolClient, Prepared>()
  const semaphores = {
    default: makeSemaphore(maxLast.default),
    heavy: makeSemaphore(maxLast.heavy),
    background: makeSemaphore(maxLast.background),
  }
  const semaphoreOf = new WeakMap<Session, Semaphore>()
  const self = newId()
  const listeners = new Map<string, (payload: string) => void>()
  const toWake = new Set<string>()
  let listener: pg.Client | undefined
  let closing = false

  /** Batched; a lost wake-up is found at the next poll. */
  function wakeOthers(): void {
    const channels = [...toWake]
    toWake.clear()
    if (closing) return
    listener?.query('select pg_notify(channel, $2) from unnest($1::text[]) channel', [channels, self]).catch(() => {})
  }

  async function openListener(): Promise<pg.Client> {
    const client = new pg.Client(settings)
    client.on(
      'notification',
      message => message.payload !== self && listeners.get(message.channel)?.(message.payload ?? ''),
    )
    client.on('error', error => {
      if (listener !== client) return // it broke while it was being opened
      listener = undefined
      if (closing) return
      onListenLost(error)
      void relisten()
    })
    await client.connect()
    return client
  }

  async function relisten(): Promise<void> {
    while (!closing) {
      await new Promise(resolve => setTimeout(resolve, relistenMs).unref())
      const client = await openListener().catch(() => undefined)
      try {
        for (const channel of listeners.keys()) await client?.query(`listen ${channel}`)
      } catch {
        await client?.end().catch(() => {})
        continue
      }
      if (!client) continue
      if (closing) return void client.end()
      listener = client
      for (const onNotification of listeners.values()) onNotification('') // notifications may have been missed
      return
    }
  }

  return {
    kind: 'postgresql',
    durability: 'disk',
    isQuiet: () => true,
    async acquire({ place, taken = 0, bounded = false } = {}) {
      const isLast = place === 'last'
      const patient = isLast ? (taken > much ? semaphores.heavy : semaphores.default) : undefined
      const semaphore = place === 'background' ? semaphores.background : patient
      await semaphore?.enter(taken)
      const client = await pool.connect().catch((error: Error) => {
        semaphore?.leave()
        throw Object.assign(new Error(`The database gives no connection: ${error.message}`), { code: noConnection })
      })
      const prepared: Prepared = preparedOf.get(client) ?? new Map()
      preparedOf.set(client, prepared)
      const run = (
        statements: readonly Statement[],
        closing: readonly Statement[] = [],
        again = false,
      ): Promise<Result> =>
        exchange(
          client,
          [...statements, ...closing].map(one => ({ ...one, name: names.of(one.text) })),
          statements.length - 1,
          prepared,
          ...(bounded ? [silenceMs] : []),
        ).catch((error: unknown): Promise<Result> => {
          if (!isOutdated(error)) throw error
          prepared.clear()
          if (again) return run(statements)
          throw Object.assign(new Error('A migration has changed the tables meanwhile.'), { code: noConnection })
        })
      const session: Session = {
        exchange: run,
        // One sync makes one transaction, so nothing of it has happened.
        alone: statements => run(statements, [], true),
        async query(text, parameters) {
          if (parameters.length > 0) return run([{ text, parameters }])
          const result = await client.query(text)
          const last = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result
          return { rows: last.rows, count: last.rowCount ?? 0 }
        },
      }
      clients.set(session, client)
      if (semaphore) semaphoreOf.set(session, semaphore)
      return session
    },
    async commit(session, last) {
      await session.exchange([...last, plain('commit')])
      return { safe: Promise.resolve() }
    },
    settled: async () => {},
    release(session, broken) {
      clients.get(session)?.release(broken)
      semaphoreOf.get(session)?.leave()
      semaphoreOf.delete(session)
    },
    async listen(channel, onNotification) {
      listeners.set(channel, onNotification)
      listener ??= await openListener()
      await listener.query(`listen ${channel}`)
    },
    wake(channel) {
      setImmediate(() => listeners.get(channel)?.(''))
      if (toWake.size === 0) setTimeout(wakeOthers, wakeMs).unref()
      toWake.add(channel)
    },
    async close() {
      closing = true
      await listener?.end()
      await pool.end()
    },
  }
}

/** A newer program has added a column, and a prepared statement would now return it: PostgreSQL refuses it until it is prepared anew. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

type Semaphore = { enter(taken: number): Promise<void>; leave(): void }

/** Callers who used little lately go first. */
function makeSemaphore(max: number): Semaphore {
  const waiting: { begin: () => void; taken: number }[] = []
  let free = max
  return {
    async enter(taken) {
      if (free > 0) free--
      else await new Promise<void>(begin => waiting.push({ begin, taken }))
    },
    leave() {
      const next = takeLightest(waiting)
      if (next) next.begin()
      else free++
    },
  }
}
