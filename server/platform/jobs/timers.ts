import { sql } from 'kysely'
import { after } from '../clock.ts'
import { outsideTransaction } from '../sql/database.ts'
import type { Feature } from '../feature.ts'
import type { Platform } from '../platform.ts'

const pollMs = 5000
/** After this long a timer no longer holds up the others. */
const patienceMs = 2000

type Timer = NonNullable<Feature['timers']>[string]

/** A process claims a timer by moving its next time. */
export function startTimers(platform: Platform, features: Feature[]): () => void {
  const runDue = runDueTimers(platform, features)
  const handle = setInterval(() => void outsideTransaction(runDue), pollMs)
  handle.unref()
  return () => clearInterval(handle)
}

export function runDueTimers(platform: Platform, features: Feature[], patience = patienceMs): () => Promise<void> {
  const timers = features.flatMap(feature => Object.entries(feature.timers ?? {}))
  const running = new Set<string>()
  let busy = false

  async function run(name: string, timer: Timer): Promise<void> {
    running.add(name)
    try {
      await timer.run(platform)
    } catch (error) {
      platform.log.error({ error, timer: name }, 'A timer failed')
    } finally {
      running.delete(name)
    }
  }

  return async () => {
    if (busy) return
    busy = true
    try {
      // One read for all: a claim writes to disk even when nothing is due.
      const early = await notYetDue(platform)
      for (const [name, timer] of timers)
        if (!early.has(name) && !running.has(name) && (await claim(platform, name, timer.every)))
          await orSoon(run(name, timer), patience)
    } catch (error) {
      platform.log.error({ error }, 'Timers could not be looked at')
    } finally {
      busy = false
    }
  }
}

function orSoon(work: Promise<void>, ms: number): Promise<void> {
  return new Promise(resolve => {
    const late = setTimeout(resolve, ms)
    void work.then(() => {
      clearTimeout(late)
      resolve()
    })
  })
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
