import type { RawBuilder } from 'kysely'
import { boundTo } from './bound-statements.ts'
import type { Session, Statement } from './session.ts'

const compiler = boundTo(async () => {
  throw new Error('Statements are run in a transaction.')
})

export function compiled(statement: RawBuilder<unknown>): Statement {
  const { sql: text, parameters } = statement.compile(compiler)
  return { text, parameters }
}

/** For what runs beside the roles of `Database`: migrations, backups, upkeep. */
export async function queryRows<R>(session: Session, statement: RawBuilder<R>): Promise<R[]> {
  const { text, parameters } = compiled(statement)
  return (await session.query(text, parameters)).rows as R[]
}
