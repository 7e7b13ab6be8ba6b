// Statements as the database's owner, past every policy: what TEST_SEED_SQL does before the program starts.
import type { Platform } from '#platform/platform.ts'

/** @param statements any number, parted by semicolons */
export async function runAsOwner({ db }: Platform, statements: string): Promise<void> {
  const session = await db.engine.acquire()
  try {
    await session.query(statements, [])
  } finally {
    db.engine.release(session, false)
  }
}
