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
import type { Session, Statement } from './session.ts'

export function boundTo(query: (statement: Statement) => ReturnType<Session['exchange']>): Kysely<Rows> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, count } = await query({ text, parameters })
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
