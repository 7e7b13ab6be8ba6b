import type { RawBuilder } from 'kysely'
import { z } from 'zod'
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

/** As `queryRows`, in one exchange: begun and ended by the statement itself. */
export async function exchangeRows<R>(session: Session, statement: RawBuilder<R>): Promise<R[]> {
  return (await session.exchange([compiled(statement)])).rows as R[]
}

/** For a text that names tables known only while the program runs: nothing has checked what it gives. */
export async function queryParsed<T extends z.ZodType>(session: Session, row: T, text: string): Promise<z.output<T>[]> {
  return z.array(row).parse((await session.query(text, [])).rows)
}
