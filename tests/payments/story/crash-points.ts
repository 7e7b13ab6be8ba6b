// A process that dies: between two transactions of the server, before or after the commit of one.
import type { Database } from '#platform/sql/database.ts'
import type { Death } from './money-events.ts'

class Killed extends Error {}

/** Transactions of the server die as planned, one after the other; what a test itself asks by `asHousekeeper` does not. */
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

/** What dies is over; everything else that goes wrong is a fault. */
export async function survive(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}
