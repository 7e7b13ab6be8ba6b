import { type RawBuilder, sql } from 'kysely'
import type { EventCatalogue, EventName } from '#shared/event-catalogue.ts'
import type { Clock } from '../clock.ts'
import { atCommit, atCommitLate, type Database, type Tx, wakeAfter } from '../sql/database.ts'
import { eventKind, laneOf } from '../events/event-lane.ts'
import { type EmittedEvent, saveFound, saveEvents } from '#platform/events/save-events.ts'
import type { Log } from '../log.ts'
import { type Handler, makeWorker } from './run-jobs.ts'

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

/** The queue on the database: who enqueues and tells writes with the commit; workers take it from there (`run-jobs.ts`). */
export function makeJobs(db: Database, clock: Clock, log: Log): Jobs {
  const handlers = new Map<string, Handler>()
  const listeners = new Map<EventName, string[]>()
  const hearers = new Map<EventName, Hearer[]>()
  const happened = new WeakMap<Tx, EmittedEvent[]>()

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
    const one: EmittedEvent = { name, workspaceId, payload: JSON.stringify(payload), at: clock.now(), jobs }
    // Whatever a transaction tells goes out in one statement, in the place of the first.
    const told = happened.get(tx)
    if (told) told.push(one)
    else {
      const all = [one]
      happened.set(tx, all)
      atCommitLate(tx, () => saveEvents(all))
    }
    if (kinds.length > 0) wakeAfter(tx, 'jobs')
    for (const hearer of hearers.get(name) ?? []) await hearer(tx, payload as never)
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
    ...makeWorker({ db, clock, log }, handlers, (tx, letter) => emit(tx, 'dead-letter.made', letter)),
  }
}
