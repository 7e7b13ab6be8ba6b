import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import { atCommit, wakeAfter } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { storable } from '#platform/text/storable-text.ts'
import type { ChannelKind, HookEvent, HookRequest } from '../channel.ts'
import { recordHookRefused, recordHookTaken, recordHookTrouble } from './hook-failures.ts'

/** Platforms wait 2 to 20 seconds; anything not stored by then is redelivered. */
const budgetMs = 1500
const entriesPerClockCheck = 500
const maxUnknownBody = 20_000
const maxAtOnce = 512

let storing = 0

/**
 * Signature first, then all events and jobs in one transaction. Idempotent.
 * @throws channel.no_hooks, server.busy (to be redelivered)
 */
export async function acceptHook(platform: Platform, kind: ChannelKind, request: HookRequest): Promise<void> {
  if (!kind.verify(platform.config, request)) {
    const why = kind.explainRefusal?.(platform.config, request)
    if (why) platform.log.warn({ kind: kind.name }, why)
    recordRefused(platform, kind, request)
    throw failure('channel.no_hooks')
  }
  if (storing >= maxAtOnce) {
    recordHookTrouble(platform, kind.name, 'failed')
    throw failure('server.busy', {}, 2)
  }
  const events = kind.split(platform.config, request)
  storing += 1
  const stored = (events.length > 0 ? store(platform, kind.name, events) : storeUnknown(platform, kind.name, request))
    .catch((error: unknown) => {
      platform.log.error({ error, kind: kind.name }, 'A webhook could not be stored: it will come again')
      throw failure('server.busy', {}, 5)
    })
    .finally(() => {
      storing -= 1
    })
  await inTime(platform, stored).then(
    () => recordHookTaken(platform, kind.name),
    (error: unknown) => {
      recordHookTrouble(platform, kind.name, 'failed')
      throw error
    },
  )
}

/** Anybody can send invalid calls, so parsing them is limited. */
const inspectEvery = seconds(10)
const maxInspected = 65_536
const maxNamed = 20
const inspectedAt = new WeakMap<Platform, number>()

/** A call with a wrong signature but real events may mean that our secret is wrong. */
function recordRefused(platform: Platform, kind: ChannelKind, request: HookRequest): void {
  const now = platform.clock.now().getTime()
  if (request.body.length > maxInspected || now - (inspectedAt.get(platform) ?? 0) < inspectEvery) return
  inspectedAt.set(platform, now)
  const accounts = new Set(kind.split(platform.config, request).map(event => event.accountId))
  if (accounts.size > 0) recordHookRefused(platform, kind.name, [...accounts].slice(0, maxNamed))
}

/** Processing yields to incoming calls: the platform waits for acknowledgements, nobody for processing. */
const manyAtOnce = 4
const givesWayMs = 400
const pollMs = 25

export async function giveWayToHooks(): Promise<void> {
  for (let waited = 0; storing > manyAtOnce && waited < givesWayMs; waited += pollMs) await wait(pollMs)
}

type Waiting = { kind: string; events: HookEvent[]; resolve: () => void; reject: (error: unknown) => void }
type Queue = { waiting: Waiting[]; writing: boolean }

const queues = new WeakMap<Platform, Queue>()
const maxTogether = 64

/** Group commit: calls that arrive while one is being written are written together. */
function store(platform: Platform, kind: string, events: HookEvent[]): Promise<void> {
  const queue = queues.get(platform) ?? { waiting: [], writing: false }
  queues.set(platform, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ kind, events, resolve, reject })
    if (!queue.writing) void writeWaiting(platform, queue)
  })
}

async function writeWaiting(platform: Platform, queue: Queue): Promise<void> {
  queue.writing = true
  while (queue.waiting.length > 0) {
    const calls = queue.waiting.splice(0, maxTogether)
    await write(platform, calls).then(
      () => calls.forEach(call => call.resolve()),
      (error: unknown) => (calls.length === 1 ? calls[0]?.reject(error) : writeEach(platform, calls)),
    )
  }
  queue.writing = false
}

/** One call in the group failed: the others must not be redelivered for it. */
async function writeEach(platform: Platform, calls: Waiting[]): Promise<void> {
  for (const call of calls) await write(platform, [call]).then(call.resolve, call.reject)
}

/** A thread's events share a lane, so they are processed in order of arrival. */
async function write(platform: Platform, calls: Waiting[]): Promise<void> {
  const now = platform.clock.now()
  const events = calls.flatMap(({ kind, events: some }) => some.map(event => ({ kind, ...event })))
  await platform.db.asServiceFirst(async tx => {
    atCommit(
      tx,
      sql`with arrived as (
        insert into private.hook_events (kind, account_id, external_id, thread, raw, received_at)
        select kind, account_id, external_id, thread, raw, ${now}
        from unnest(${events.map(event => event.kind)}::text[], ${events.map(event => event.accountId)}::text[],
          ${events.map(event => event.externalId)}::text[], ${events.map(event => event.thread)}::text[],
          ${events.map(event => storable(event.raw))}::text[])
          with ordinality as e (kind, account_id, external_id, thread, raw, place) order by place
        on conflict (kind, account_id, external_id) do nothing
        returning id, kind, account_id, thread)
      insert into private.jobs (kind, lane, payload, run_at, created_at)
      select 'read hook', 'hook ' || kind || ' ' || account_id || ' ' || thread, jsonb_build_object('hook', id), ${now}, ${now}
      from arrived order by id`,
    )
    wakeAfter(tx, 'jobs')
  })
}

async function storeUnknown(platform: Platform, kind: string, { body }: HookRequest): Promise<void> {
  const hash = createHash('sha256').update(body).digest('hex')
  const raw = storable(body.subarray(0, maxUnknownBody).toString('utf8'))
  const now = platform.clock.now()
  await platform.db.asService(null, async tx =>
    atCommit(
      tx,
      sql`insert into private.hook_events (kind, account_id, external_id, raw, status, reason, received_at, done_at)
      values (${kind}, '', ${`body ${hash}`}, ${raw}, 'ignored', 'unknown shape', ${now}, ${now})
      on conflict (kind, account_id, external_id) do nothing`,
    ),
  )
}

/** Must equal the lane in `write`. */
export function readingLane(kind: string, accountId: string, thread: string): string {
  return `hook ${kind} ${accountId} ${thread}`
}

/** Measured by `platform.clock`, so that a test with a stopped clock never times out. */
async function inTime(platform: Platform, stored: Promise<void>): Promise<void> {
  const until = after(platform.clock.now(), budgetMs)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const check = (): void => {
      const left = until.getTime() - platform.clock.now().getTime()
      if (left <= 0) reject(failure('server.busy', {}, 5))
      else timer = setTimeout(check, Math.min(left, entriesPerClockCheck))
    }
    check()
  })
  try {
    await Promise.race([stored, late])
  } finally {
    clearTimeout(timer)
    stored.catch(() => {})
  }
}

const retentionSeconds = 30 * 24 * 3600

export async function forgetOldHooks(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - seconds(retentionSeconds))
  await platform.db.asService(null, async tx => {
    await sql`delete from private.hook_events where received_at < ${before}`.execute(tx)
    await sql`delete from private.early_changes where created_at < ${before}`.execute(tx)
  })
}
