import type { Database } from '#platform/sql/database.ts'
import type { Death } from './money-events.ts'

class Killed extends Error {}

/** Transactions made through `asHousekeeper` are spared. */
export async function withCrashes(db: Database, plan: Death[], act: () => Promise<void>): Promise<void> {
  const { asService } = db
  let [next, ...later] = plan
  let count = 0
  db.asService = async (workspaceId, run) => {
    if (!next || ++count < next.after) return asService(workspaceId, run)
    const { committed } = next
    ;[next, ...later] = later
    count = 0
    if (committed) await asService(workspaceId, run)
    else
      await asService(workspaceId, async tx => {
        await run(tx)
        throw new Killed()
      })
    throw new Killed()
  }
  try {
    await act()
  } finally {
    db.asService = asService
  }
}

/** Expects crashes only; other errors are faults. */
export async function survive(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}
