import { sql } from 'kysely'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { claimDue, type Job, leaseMs, nextDue, strikeOff } from './claim-jobs.ts'
import { after, type Clock, seconds } from '../clock.ts'
import { ahead, type Database, outsideTransaction, type Tx } from '../sql/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'

export type Handler = (payload: never, job: Job) => Promise<unknown>

type Bury = (tx: Tx, deadLetter: EventCatalogue['dead-letter.made']) => Promise<void>

const renewMs = seconds(2)
const batch = 16
/** Wake-ups within this time share one claim. */
const crowdMs = 8
const pollMs = seconds(5)
const maxAttempts = 8
export const claimLock = 7_300_002

/** Order per lane, leases, back-off, dead letters. `dirty` records a notification during a claim, so none is lost. */
export function makeWorker(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  handlers: ReadonlyMap<string, Handler>,
  bury: Bury,
) {
  const worker = newId()
  const running = new Map<number, Promise<void>>()
  let finished: number[] = []
  let dirty = false
  let wake: (() => void) | undefined
  let stopping = false
  let loop: Promise<void> | undefined
  let renewal: NodeJS.Timeout | undefined

  function nudge(): void {
    dirty = true
    wake?.()
  }

  /** A claim or removal lost with the power only means another run. One claim at a time, across processes, keeps lanes in order. */
  async function claim(limit: number): Promise<{ jobs: Job[]; wait: number }> {
    const now = clock.now()
    // Snapshot together: a job that ends during the claim is neither removed nor claimed again.
    const done = finished
    const still = [...running.keys()]
    finished = []
    try {
      return await db.asHousekeeper(async tx => {
        ahead(tx, sql`select pg_advisory_xact_lock(${claimLock})`)
        if (done.length > 0) ahead(tx, strikeOff(worker, done))
        const { rows } = await claimDue(worker, now, still, limit).execute(tx)
        const jobs = rows.sort((a, b) => a.id - b.id)
        return { jobs, wait: jobs.length === limit ? 0 : await waitFor(tx) }
      })
    } catch (error) {
      finished.push(...done)
      throw error
    }
  }

  /** Milliseconds. A due job held by its lane is polled: another process may free it. */
  async function waitFor(tx: Tx): Promise<number> {
    const now = clock.now()
    const { rows } = await nextDue(worker, now).execute(tx)
    const { at, held } = rows[0] ?? {}
    const wait = at ? Math.max(at.getTime() - now.getTime(), 5) : pollMs
    return Math.min(wait, held ? seconds(1) : pollMs)
  }

  async function run(job: Job): Promise<void> {
    const handler = handlers.get(job.kind)
    try {
      if (!handler) throw new Error(`Nobody handles '${job.kind}'.`)
      await handler(job.payload as never, job)
      finished.push(job.id)
    } catch (error) {
      log.warn({ job: job.kind, id: job.id, attempts: job.attempts, error }, 'A job failed')
      await putBack(job, error as Error).catch(lost =>
        log.error({ job: job.kind, id: job.id, error: lost }, 'A job could not be put back'),
      )
    }
  }

  async function putBack(job: Job, error: Error): Promise<void> {
    const now = clock.now()
    await db.asService(null, async tx => {
      if (job.attempts >= maxAttempts) {
        const workspaceId = (job.payload as { workspace_id?: string }).workspace_id ?? null
        const id = newId()
        await sql`insert into dead_letters (id, workspace_id, kind, ref, payload, reason, attempts, created_at)
          values (${id}, ${workspaceId}::uuid, ${job.kind}, ${String(job.id)}, ${JSON.stringify(job.payload)}::jsonb, ${error.message.slice(0, 500)}, ${job.attempts}, ${now})
          on conflict (kind, ref) do nothing`.execute(tx)
        await sql`delete from private.jobs where id = ${job.id}`.execute(tx)
        await bury(tx, { workspace_id: workspaceId, dead_letter_id: id, kind: job.kind })
        return
      }
      // Newer work with the same key already waits and replaces this one.
      await sql`delete from private.jobs j where id = ${job.id} and key is not null
        and exists (select from private.jobs w where w.key = j.key and w.worker is null and w.id <> j.id)`.execute(tx)
      await sql`update private.jobs set worker = null, lease_until = null, run_at = ${after(now, backOff(job.attempts))}, last_error = ${error.message.slice(0, 500)}
        where id = ${job.id} and worker = ${worker}`.execute(tx)
    })
  }

  async function handBack(ids: number[]): Promise<void> {
    if (ids.length === 0) return
    await db.asService(null, tx =>
      sql`update private.jobs j set worker = null, lease_until = null, attempts = attempts - 1 where id = any (${ids}::bigint[]) and worker = ${worker}
        and not exists (select from private.jobs w where w.key = j.key and w.worker is null)`.execute(tx),
    )
  }

  async function work(): Promise<void> {
    let claimedAt = 0
    while (!stopping) {
      try {
        const early = claimedAt + crowdMs - performance.now()
        if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
        claimedAt = performance.now()
        dirty = false
        const free = batch - running.size
        const { jobs, wait } = free > 0 ? await claim(free) : { jobs: [], wait: pollMs }
        for (const job of jobs) {
          const done = run(job).finally(() => {
            running.delete(job.id)
            nudge()
          })
          running.set(job.id, done)
        }
        if (dirty || (free > 0 && jobs.length === free)) continue
        await sleepUntilWoken(wait)
      } catch (error) {
        if (stopping) return
        log.error({ error }, 'The queue could not be read')
        await sleepUntilWoken(seconds(1))
      }
    }
  }

  function sleepUntilWoken(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(awake, ms)
      function awake() {
        clearTimeout(timer)
        wake = undefined
        resolve()
      }
      wake = awake
      if (dirty || stopping) awake()
    })
  }

  return {
    async start() {
      await db.engine.listen('jobs', nudge)
      if (db.engine.kind === 'embedded') {
        // Single process: every lease found here belongs to a dead one.
        await db.asService(null, async tx => {
          await sql`delete from private.jobs j where worker is not null and exists (select from private.jobs w where w.key = j.key and w.worker is null)`.execute(
            tx,
          )
          await sql`update private.jobs set worker = null, lease_until = null where worker is not null`.execute(tx)
        })
      }
      renewal = setInterval(() => {
        if (running.size === 0) return
        const until = after(clock.now(), leaseMs)
        db.asHousekeeper(tx =>
          sql`update private.jobs set lease_until = ${until} where worker = ${worker} and id = any (${[...running.keys()]}::bigint[])`.execute(
            tx,
          ),
        ).catch(error => log.error({ error }, 'Leases could not be renewed'))
      }, renewMs)
      renewal.unref()
      loop = outsideTransaction(work)
    },
    async stop(graceMs: number) {
      stopping = true
      wake?.()
      await loop
      const slow = new Promise(resolve => setTimeout(resolve, graceMs).unref())
      await Promise.race([Promise.all(running.values()), slow])
      clearInterval(renewal)
      if (finished.length > 0) await db.asHousekeeper(tx => strikeOff(worker, finished).execute(tx))
      await handBack([...running.keys()])
    },
    async drain() {
      for (;;) {
        const { jobs } = await claim(batch)
        if (jobs.length === 0) return
        await Promise.all(jobs.map(run))
      }
    },
  }
}

function backOff(attempts: number): number {
  return Math.min(seconds(1) * 4 ** (attempts - 1), seconds(300))
}
