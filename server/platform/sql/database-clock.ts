import { sql } from 'kysely'
import { after, type Clock, seconds, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { exchangeRows } from './compile-statement.ts'
import type { Engine } from './session.ts'

const measureMs = seconds(10)
const toleratedMs = seconds(1)

/** Leases and due times are compared between machines, so all go by the database's time, whatever their own clocks say or jump to. */
export async function databaseClock(engine: Engine, log: Log): Promise<Clock> {
  let base = systemClock.now()
  let measuredAt = performance.now()
  const now = () => after(base, performance.now() - measuredAt)

  async function measure(): Promise<void> {
    const session = await engine.acquire({ bounded: true })
    let isBroken = true
    try {
      const sent = performance.now()
      const [row] = await exchangeRows(session, sql<{ at: Date }>`select clock_timestamp() as at`)
      const received = performance.now()
      isBroken = false
      if (!row) return
      const off = row.at.getTime() - after(now(), (sent - received) / 2).getTime()
      if (Math.abs(off) < toleratedMs + received - sent) return
      base = after(row.at, (received - sent) / 2)
      measuredAt = received
      log.warn({ ms: Math.round(off) }, 'The clock here differs from the database’s, which counts')
    } finally {
      engine.release(session, isBroken)
    }
  }

  await measure()
  // Where the database is away, time goes on as it was.
  setInterval(() => void measure().catch(() => {}), measureMs).unref()
  return { now }
}
