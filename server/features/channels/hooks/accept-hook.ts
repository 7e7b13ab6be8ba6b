import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { after, seconds } from '#platform/clock.ts'
import { atCommit, wakeAfter } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { ChannelKind, HookEvent, HookRequest } from '../channel.ts'
import { recordHookRefused, recordHookTaken, recordHookTrouble } from './hook-failures.ts'

/** Platforms wait 2 to 20 seconds; what is not on the disk by then must come again. */
const budgetMs = 1500
const looksAtTheClock = 500
/** Of a body that says nothing to us so much is kept, to see later what it was. */
const keptOfUnknown = 20_000
const mostAtOnce = 512

let storing = 0

/**
 * Takes a call of a platform: checks the signature over the raw bytes before anything else, keeps every event of it together with
 * the work that it means, in one transaction, and returns. A second delivery changes nothing.
 * @throws channel.no_hooks (nothing is stored), server.busy (it must come again)
 */
export async function acceptHook(platform: Platform, kind: ChannelKind, request: HookRequest): Promise<void> {
  if (!kind.verify(platform.config, request)) {
    const why = kind.explainRefusal?.(platform.config, request)
    if (why) platform.log.warn({ kind: kind.name }, why)
    recordRefused(platform, kind, request)
    throw failure('channel.no_hooks')
  }
  if (storing >= mostAtOnce) {
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

/** Refused calls are looked into this often, and never large ones: anybody may send them. */
const lookEvery = seconds(10)
const largestLooked = 65_536
const mostNamed = 20
const lookedAt = new WeakMap<Platform, number>()

/** Signed, wrongly, and otherwise as the platform sends them: perhaps our secret is wrong. */
function recordRefused(platform: Platform, kind: ChannelKind, request: HookRequest): void {
  const now = platform.clock.now().getTime()
  if (request.body.length > largestLooked || now - (lookedAt.get(platform) ?? 0) < lookEvery) return
  lookedAt.set(platform, now)
  const accounts = new Set(kind.split(platform.config, request).map(event => event.accountId))
  if (accounts.size > 0) recordHookRefused(platform, kind.name, [...accounts].slice(0, mostNamed))
}

/** Reading gives way to so many calls at once, for so long: an acknowledgement is waited for, a reading is not. */
const manyAtOnce = 4
const givesWayMs = 400
const looksEveryMs = 25

/** Ends when few calls are being taken, or after a while all the same. For the work that they mean. */
export async function giveWayToHooks(): Promise<void> {
  for (let waited = 0; storing > manyAtOnce && waited < givesWayMs; waited += looksEveryMs) await wait(looksEveryMs)
}

type Waiting = { kind: string; events: HookEvent[]; resolve: () => void; reject: (error: unknown) => void }
type Queue = { waiting: Waiting[]; writing: boolean }

const queues = new WeakMap<Platform, Queue>()
/** Calls that are written in one transaction; each is acknowledged after its commit. */
const mostTogether = 64

/** Calls that come while one is being written are written together: under load one commit serves many. */
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
    const calls = queue.waiting.splice(0, mostTogether)
    await write(platform, calls).then(
      () => calls.forEach(call => call.resolve()),
      (error: unknown) => (calls.length === 1 ? calls[0]?.reject(error) : writeEach(platform, calls)),
    )
  }
  queue.writing = false
}

/** Something in one of them could not be written: the others must not come again for it. */
async function writeEach(platform: Platform, calls: Waiting[]): Promise<void> {
  for (const call of calls) await write(platform, [call]).then(call.resolve, call.reject)
}

/** Rows and work by one statement. Events of one thread are one lane: they are read in the order of their arrival. */
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
          ${events.map(event => clean(event.raw))}::text[])
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

/** Signed, and nothing that we know: kept as ignored, so that the platform is content and somebody may look. */
async function storeUnknown(platform: Platform, kind: string, { body }: HookRequest): Promise<void> {
  const hash = createHash('sha256').update(body).digest('hex')
  const raw = clean(body.subarray(0, keptOfUnknown).toString('utf8'))
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

/** Events of one customer are read one after the other; the same words as in `write`. */
export function readingLane(kind: string, accountId: string, thread: string): string {
  return `hook ${kind} ${accountId} ${thread}`
}

/** What the database cannot hold as text. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** The time is the platform's: a clock that stands still is in time, on however slow a machine. */
async function inTime(platform: Platform, stored: Promise<void>): Promise<void> {
  const until = after(platform.clock.now(), budgetMs)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const look = (): void => {
      const left = until.getTime() - platform.clock.now().getTime()
      if (left <= 0) reject(failure('server.busy', {}, 5))
      else timer = setTimeout(look, Math.min(left, looksAtTheClock))
    }
    look()
  })
  try {
    await Promise.race([stored, late])
  } finally {
    clearTimeout(timer)
    stored.catch(() => {})
  }
}

/** Rows of webhooks are kept so long. */
const kept = 30 * 24 * 3600

export async function forgetOldHooks(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - seconds(kept))
  await platform.db.asService(null, async tx => {
    await sql`delete from private.hook_events where received_at < ${before}`.execute(tx)
    await sql`delete from private.early_changes where created_at < ${before}`.execute(tx)
  })
}
