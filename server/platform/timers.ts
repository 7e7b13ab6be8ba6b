import { sql } from 'kysely'
import { after } from './clock.ts'
import { outsideTransaction } from './database.ts'
import type { Feature } from './feature.ts'
import type { Platform } from './platform.ts'

const lookMs = 5000

/** Work that comes round: each timer is claimed by one process at a time, by moving its next time. */
export function startTimers(platform: Platform, features: Feature[]): () => void {
  const timers = features.flatMap(feature => Object.entries(feature.timers ?? {}))
  let busy = false
  async function look(): Promise<void> {
    if (busy) return
    busy = true
    try {
      // One look for all: a claim writes to the disk, also one that finds nothing due.
      const early = await notYetDue(platform)
      for (const [name, timer] of timers) {
        if (!early.has(name) && (await claim(platform, name, timer.every))) await timer.run(platform)
      }
    } catch (error) {
      platform.log.error({ error }, 'A timer failed')
    } finally {
      busy = false
    }
  }
  const handle = setInterval(() => void outsideTransaction(look), lookMs)
  handle.unref()
  return () => clearInterval(handle)
}

async function notYetDue(platform: Platform): Promise<Set<string>> {
  const { rows } = await platform.db.asService(null, tx =>
    sql<{ name: string }>`select name from private.timers where next_run_at > ${platform.clock.now()}`.execute(tx),
  )
  return new Set(rows.map(row => row.name))
}

async function claim(platform: Platform, name: string, every: number): Promise<boolean> {
  const now = platform.clock.now()
  const next = after(now, every)
  const { rows } = await platform.db.asService(null, tx =>
    sql`insert into private.timers as t (name, next_run_at) values (${name}, ${next})
      on conflict (name) do update set next_run_at = ${next} where t.next_run_at <= ${now} returning name`.execute(tx),
  )
  return rows.length > 0
}
