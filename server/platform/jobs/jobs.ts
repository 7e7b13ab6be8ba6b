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
  /** Unique among waiting jobs: the same key moves the waiting one's time and payload. */
  key?: string
  /** Jobs of one lane run in order, never together. */
  lane?: string
  payload: Record<string, unknown>
  runAt?: Date
  /** Milliseconds since it was first enqueued, however often the key moves it. */
  latestMs?: number
}

export type EmitHandler = (tx: Tx, payload: never) => Promise<unknown>

export type Jobs = {
  /** Written at commit: not visible within the transaction. */
  enqueue(tx: Tx, job: NewJob): Promise<void>
  emit<N extends EventName>(tx: Tx, name: N, payload: EventCatalogue[N]): Promise<void>
  /** An event found by a statement at commit, so there are no listeners. `found` returns `payload` as jsonb, or null for none. */
  emitFound(tx: Tx, name: EventName, found: RawBuilder<unknown>): void
  handle(kind: string, handler: Handler): void
  listen(event: EventName, listener: string, handler: Handler): void
  onEmit(event: EventName, handler: EmitHandler): void
  start(): Promise<void>
  /** Waits for running jobs; those not done in time are handed back. */
  stop(graceMs: number): Promise<void>
  drain(): Promise<void>
}

export function makeJobs(db: Database, clock: Clock, log: Log): Jobs {
  const handlers = new Map<string, Handler>()
  const listeners = new Map<EventName, string[]>()
  const emitHandlers = new Map<EventName, EmitHandler[]>()
  const happened = new WeakMap<Tx, EmittedEvent[]>()

  async function enqueue(tx: Tx, job: NewJob): Promise<void> {
    const runAt = job.runAt ?? clock.now()
    atCommit(
      tx,
      sql`insert into private.jobs (kind, key, lane, payload, run_at, created_at)
      values (${job.kind}, ${job.key ?? null}, ${job.lane ?? null}, ${JSON.stringify(job.payload)}::jsonb, ${runAt}, ${clock.now()})
      on conflict (key) where worker is null do update set payload = excluded.payload,
        run_at = least(excluded.run_at, jobs.created_at + ${job.latestMs ?? null}::float8 * interval '1 millisecond')`,
      job.lane === undefined ? job.key : undefined,
    )
    wakeAfter(tx, 'jobs')
  }

  async function emit<N extends EventName>(tx: Tx, name: N, payload: EventCatalogue[N]): Promise<void> {
    const kinds = (listeners.get(name) ?? []).map(listener => eventKind(name, listener))
    const { workspace_id: workspaceId = null } = payload as { workspace_id?: string | null }
    const lane = laneOf(payload)
    const jobs = kinds.map(kind => ({ kind, lane: lane && lane.replace('{kind}', () => kind) }))
    const one: EmittedEvent = { name, workspaceId, payload: JSON.stringify(payload), at: clock.now(), jobs }
    // One statement for all events of a transaction, at the place of the first.
    const earlier = happened.get(tx)
    if (earlier) earlier.push(one)
    else {
      const all = [one]
      happened.set(tx, all)
      atCommitLate(tx, () => saveEvents(all))
    }
    if (kinds.length > 0) wakeAfter(tx, 'jobs')
    for (const handler of emitHandlers.get(name) ?? []) await handler(tx, payload as never)
  }

  return {
    enqueue,
    emit,
    emitFound(tx, name, found) {
      if (listeners.has(name) || emitHandlers.has(name))
        throw new Error(`${name} is told at the commit: nobody hears it.`)
      atCommit(tx, saveFound(name, found, clock.now()))
    },
    handle(kind, handler) {
      handlers.set(kind, handler)
    },
    onEmit(event, handler) {
      emitHandlers.set(event, [...(emitHandlers.get(event) ?? []), handler])
    },
    listen(event, listener, handler) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      handlers.set(eventKind(event, listener), handler)
    },
    ...makeWorker({ db, clock, log }, handlers, (tx, deadLetter) => emit(tx, 'dead-letter.made', deadLetter)),
  }
}
