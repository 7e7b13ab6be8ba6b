import { type RawBuilder, sql } from 'kysely'
import type { EventCatalogue, EventName } from '#shared/event-catalogue.ts'
import { claimDue, type Job, leaseMs, nextDue, strikeOff } from './claim-jobs.ts'
import { after, type Clock, seconds } from '../clock.ts'
import {
  ahead,
  atCommit,
  atCommitLate,
  type Database,
  outsideTransaction,
  type Tx,
  wakeAfter,
} from '../sql/database.ts'
import { eventKind, laneOf } from '../events/event-lane.ts'
import { type Happened, saveFound, saveHappened } from '../events/save-happened.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'

export type NewJob = {
  kind: string
  /** Unique among waiting jobs: the same key again moves the waiting one's time and payload. */
  key?: string
  /** Jobs of one lane never run together, and run in their order. */
  lane?: string
  payload: Record<string, unknown>
  runAt?: Date
  /** However often the same key moves it: no later than this after it was first asked for. Milliseconds. */
  latestMs?: number
}

export type Handler = (payload: never, job: Job) => Promise<unknown>
export type Hearer = (tx: Tx, payload: never) => Promise<unknown>

export type Jobs = {
  /** Written with the commit: the transaction itself does not find it in the queue yet. */
  enqueue(tx: Tx, job: NewJob): Promise<void>
  /** Tells an event in the transaction of its fact: who hears it acts at once, every listener becomes a job. */
  emit<N extends EventName>(tx: Tx, name: N, payload: EventCatalogue[N]): Promise<void>
  /**
   * Tells of what a statement finds out that goes out with the commit: nothing waits for it, so nobody hears it or listens to it.
   * @param found gives back the event's `payload` as jsonb, or null where there is nothing to tell
   */
  emitFound(tx: Tx, name: EventName, found: RawBuilder<unknown>): void
  handle(kind: string, handler: Handler): void
  listen(event: EventName, listener: string, handler: Handler): void
  /** Acts in the transaction of the event, before `emit` returns. */
  hear(event: EventName, hearer: Hearer): void
  /** Starts to work; returns when the first claim has been made. */
  start(): Promise<void>
  /** Takes no new work and waits for what runs; what does not end in time is handed back. */
  stop(graceMs: number): Promise<void>
  /** Runs everything that is due, until nothing is. For tests with a fake clock. */
  drain(): Promise<void>
}

const renewMs = seconds(2)
const batch = 16
/** Wake-ups come in crowds: one claim serves those of this time together. */
const crowdMs = 8
const lookAnywayMs = seconds(5)
const maxAttempts = 8
const claimLock = 7_300_002

/**
 * The queue on the database: order per lane, a lease that ends with its worker, back-off, dead letters.
 * A notification that lands while a claim runs sets `dirty`, so that no wake-up is lost.
 */
export function makeJobs(db: Database, clock: Clock, log: Log): Jobs {
  const worker = newId()
  const handlers = new Map<string, Handler>()
  const listeners = new Map<EventName, string[]>()
  const hearers = new Map<EventName, Hearer[]>()
  const running = new Map<number, Promise<void>>()
  const happened = new WeakMap<Tx, Happened[]>()
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

  async function enqueue(tx: Tx, job: NewJob): Promise<void> {
    const runAt = job.runAt ?? clock.now()
    atCommit(
      tx,
      sql`insert into private.jobs (kind, key, lane, payload, run_at, created_at)
      values (${job.kind}, ${job.key ?? null}, ${job.lane ?? null}, ${JSON.stringify(job.payload)}::jsonb, ${runAt}, ${clock.now()})
      on conflict (key) where worker is null do update set payload = excluded.payload,
        run_at = least(excluded.run_at, jobs.created_at + ${job.latestMs ?? null}::float8 * interval '1 millisecond')`,
      job.lane === undefined ? job.key : undefined, // Those of a lane keep their order.
    )
    wakeAfter(tx, 'jobs')
  }

  async function emit<N extends EventName>(tx: Tx, name: N, payload: EventCatalogue[N]): Promise<void> {
    const kinds = (listeners.get(name) ?? []).map(listener => eventKind(name, listener))
    const { workspace_id: workspaceId = null } = payload as { workspace_id?: string | null }
    const lane = laneOf(payload)
    const jobs = kinds.map(kind => ({ kind, lane: lane && lane.replace('{kind}', () => kind) }))
    const one: Happened = { name, workspaceId, payload: JSON.stringify(payload), at: clock.now(), jobs }
    // Whatever a transaction tells goes out in one statement, in the place of the first.
    const told = happened.get(tx)
    if (told) told.push(one)
    else {
      const all = [one]
      happened.set(tx, all)
      atCommitLate(tx, () => saveHappened(all))
    }
    if (kinds.length > 0) wakeAfter(tx, 'jobs')
    for (const hearer of hearers.get(name) ?? []) await hearer(tx, payload as never)
  }

  /**
   * Takes what is due, and strikes off what has been done: a claim or an end that is lost with the power means that the job
   * runs again. Only the head of a lane may be claimed; one claim at a time, over all processes, keeps that true.
   * @returns also how many milliseconds there are to the next one
   */
  async function claim(limit: number): Promise<{ jobs: Job[]; wait: number }> {
    const now = clock.now()
    // Both at one moment: what ends while the claim is on its way is neither struck off yet nor taken again.
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

  /** Milliseconds to the next job's time. What is due and waits for its lane is looked at again soon: another process may free it. */
  async function waitFor(tx: Tx): Promise<number> {
    const now = clock.now()
    const { rows } = await nextDue(worker, now).execute(tx)
    const { at, held } = rows[0] ?? {}
    const wait = at ? Math.max(at.getTime() - now.getTime(), 5) : lookAnywayMs
    return Math.min(wait, held ? seconds(1) : lookAnywayMs)
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
        await emit(tx, 'dead-letter.made', { workspace_id: workspaceId, dead_letter_id: id, kind: job.kind })
        return
      }
      // Newer work with the same key already waits and stands for this one too.
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
        const room = batch - running.size
        const { jobs, wait } = room > 0 ? await claim(room) : { jobs: [], wait: lookAnywayMs }
        for (const job of jobs) {
          const done = run(job).finally(() => {
            running.delete(job.id)
            nudge()
          })
          running.set(job.id, done)
        }
        if (dirty || (room > 0 && jobs.length === room)) continue
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
    enqueue,
    emit,
    emitFound(tx, name, found) {
      if (listeners.has(name) || hearers.has(name)) throw new Error(`${name} is told at the commit: nobody hears it.`)
      atCommit(tx, saveFound(name, found, clock.now()))
    },
    handle(kind, handler) {
      handlers.set(kind, handler)
    },
    hear(event, hearer) {
      hearers.set(event, [...(hearers.get(event) ?? []), hearer])
    },
    listen(event, listener, handler) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      handlers.set(eventKind(event, listener), handler)
    },
    async start() {
      await db.engine.listen('jobs', nudge)
      if (db.engine.kind === 'embedded') {
        // One process only: every lease found here belongs to a dead one.
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
    async stop(graceMs) {
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
