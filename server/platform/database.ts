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
  close(): Promise<void>
}

const inside = new AsyncLocalStorage<true>()

export function makeDatabase(engine: Engine): Database {
  async function transaction<T>(opening: string, run: (tx: Tx) => Promise<T>): Promise<T> {
    if (inside.getStore())
      throw new Error('A transaction is open already: hand its tx on. (One in another would wait for itself for ever.)')
    const session = await engine.acquire()
    let broken = false
    try {
      await session.query(`begin; ${opening}`, [])
      const result = await inside.run(true, () => run(boundTo(session)))
      await session.query('commit', [])
      return result
    } catch (error) {
      await session.query('rollback', []).catch(() => {
        broken = true
      })
      throw error
    } finally {
      engine.release(session, broken)
    }
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
    close: () => engine.close(),
  }
}

/** Leaves the open transaction's guard, for work that is started from it but runs on its own. */
export function outsideTransaction<T>(run: () => T): T {
  return inside.exit(run)
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`
}

function boundTo(session: Session): Tx {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, count } = await session.query(query.sql, query.parameters)
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
