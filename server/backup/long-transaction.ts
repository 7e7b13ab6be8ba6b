import { type Engine, plain, type Session } from '#platform/sql/session.ts'
import { oneZone } from './tables.ts'

/** As the database's owner, and without a limit: nothing of it remains if it fails. */
export async function longTransaction<T>(engine: Engine, run: (session: Session) => Promise<T>): Promise<T> {
  const session = await engine.acquire()
  let isWhole = false
  try {
    await session.query(
      `begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0; ${oneZone}`,
      [],
    )
    const result = await run(session)
    await session.exchange([plain('commit')])
    isWhole = true
    return result
  } finally {
    if (!isWhole) await session.query('rollback', []).catch(() => {})
    engine.release(session, !isWhole)
  }
}
