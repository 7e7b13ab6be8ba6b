import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Rows } from '#shared/rows.ts'
import type { Engine, Session } from './session.ts'

/** A running transaction. Statements are made with it (`tx.selectFrom…` or sql`…`.execute(tx)), and with nothing else. */
export type Tx = Kysely<Rows>

/** What a bearer says: the payload of an access token, or of one of the two keys. */
export type Claims = { role: 'anon' | 'authenticated' | 'service_role'; sub?: string } & Record<string, unknown>

export type Database = {
  engine: Engine
  /** Runs as the bearer, under row-level security. */
  asPerson<T>(claims: Claims, run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs as the service role. The workspace it works for is named here and again in every statement;
   * null where the work belongs to none (sign-in, jobs, the installation).
   */
  asService<T>(workspaceId: string | null, run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * As asService, for the program's own book-keeping: its commit does not wait for the disk. Only for what may be lost
   * with the power and is found again, as a claim of work is.
   */
  asHousekeeper<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const inside = new AsyncLocalStorage<true>()

export function makeDatabase(engine: Engine): Database {
  async function transaction<T>(opening: string, run: (tx: Tx) => Promise<T>, durable = true): Promise<T> {
    if (inside.getStore())
      throw new Error('A transaction is open already: hand its tx on. (One in another would wait for itself for ever.)')
    const session = await engine.acquire()
    const wakes = new Set<string>()
    let failed: unknown
    let broken = false
    let result: T
    let safe: Promise<void> | undefined
    try {
      // Waited for: nothing may run before the role is known to be set.
      await session.query(`begin; ${opening}`, [])
      const tx = boundTo(session, {
        onWrite: () => wakes.add('changes'),
        onFailure: error => {
          failed ??= error
        },
      })
      wakeLists.set(tx, wakes)
      result = await inside.run(true, () => run(tx))
      // Whoever caught it goes on as if nothing were; the database has given everything up and would answer 'commit' with a rollback.
      if (failed !== undefined) throw failed
      if (durable) safe = (await engine.commit(session)).safe
      else await session.query('commit', [])
    } catch (error) {
      await session.query('rollback', []).catch(() => {
        broken = true
      })
      throw error
    } finally {
      engine.release(session, broken)
    }
    await safe
    for (const channel of wakes) if (durable || channel !== 'changes') engine.wake(channel)
    return result
  }

  return {
    engine,
    asPerson(claims, run) {
      const role = claims.role === 'authenticated' || claims.role === 'service_role' ? claims.role : 'anon'
      return transaction(
        `set local role ${role}; select set_config('request.jwt.claims', ${literal(JSON.stringify(claims))}, true)`,
        run,
      )
    },
    asService(_workspaceId, run) {
      return transaction('set local role service_role', run)
    },
    asHousekeeper: run => transaction('set local role service_role; set local synchronous_commit = off', run, false),
    close: () => engine.close(),
  }
}

const wakeLists = new WeakMap<Tx, Set<string>>()

/** Wakes who listens to the channel, once the transaction is over and safe. */
export function wakeAfter(tx: Tx, channel: string): void {
  wakeLists.get(tx)?.add(channel)
}

/** Leaves the open transaction's guard, for work that is started from it but runs on its own. */
export function outsideTransaction<T>(run: () => T): T {
  return inside.exit(run)
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`
}

/** Every change of a row wakes who follows changes; a statement that only looks like one wakes them for nothing. */
const mayWrite = /\b(insert|update|delete|merge)\b/i

type Ears = { onWrite: () => void; onFailure: (error: unknown) => void }

function boundTo(session: Session, { onWrite, onFailure }: Ears): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (mayWrite.test(query.sql)) onWrite()
      const { rows, count } = await session.query(query.sql, query.parameters).catch((error: unknown) => {
        onFailure(error)
        throw error
      })
      return { rows: rows as R[], numAffectedRows: BigInt(count) }
    },
    streamQuery(): AsyncIterableIterator<never> {
      throw new Error('Rows are read whole here; page with a limit.')
    },
  }
  const nothing = async () => {}
  const driver: Driver = {
    init: nothing,
    destroy: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
  }
  return new Kysely<Rows>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
