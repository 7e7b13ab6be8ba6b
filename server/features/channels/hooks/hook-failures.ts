import { sql } from 'kysely'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { channelsOfKind } from '../channel-row.ts'
import type { Channel, PlatformKindName } from '../channel.ts'

/** failed: we could not take calls (platforms disable delivery after about an hour); refused: wrong signatures. */
export type HookTrouble = 'failed' | 'refused'

type Run = { since: Date; last: Date; count: number }

/** Single failures are redelivered. Anybody can send badly signed calls, so with valid ones too it takes longer, yet below that hour. */
const alarmThresholds = { failed: { count: 3, ms: minutes(3) }, refused: { count: 5, ms: minutes(10) } }
const refusedThoughTaken = minutes(30)
const runEndsAfter = hours(2)
const overAfter = minutes(10)
const writtenEvery = seconds(30)

/** In memory: the database may be what fails. */
const runs = new WeakMap<Platform, Map<string, Run>>()
const writtenAt = new WeakMap<Run, number>()
const writing = new WeakMap<Platform, Set<Promise<void>>>()
/** Kinds with a valid call since this process started: their secret was right then. */
const taken = new WeakMap<Platform, Set<PlatformKindName>>()

/** Never throws, and does not wait. */
export function recordHookTrouble(platform: Platform, kind: PlatformKindName, trouble: HookTrouble): void {
  const known = runs.get(platform) ?? new Map<string, Run>()
  runs.set(platform, known)
  const now = platform.clock.now()
  const before = known.get(`${kind} ${trouble}`)
  const run = before && now <= after(before.last, runEndsAfter) ? before : { since: now, last: now, count: 0 }
  run.last = now
  run.count += 1
  known.set(`${kind} ${trouble}`, run)
  writeDown(platform, kind, trouble, run)
}

/** Only matters for connected accounts. Never throws, and does not wait. */
export function recordHookRefused(platform: Platform, kind: PlatformKindName, accounts: string[]): void {
  follow(
    platform,
    async () => {
      if (await platform.db.asService(null, tx => areOurs(tx, kind, accounts)))
        recordHookTrouble(platform, kind, 'refused')
    },
    error => platform.log.debug({ error, kind }, 'Whom a refused webhook names could not be looked up'),
  )
}

async function areOurs(tx: Tx, kind: PlatformKindName, accounts: string[]): Promise<boolean> {
  const { rows } = await sql`select from channels c join workspaces w on w.id = c.workspace_id and w.deleted_at is null
    where c.kind = ${kind} and c.account_id = any (${accounts}::text[]) and c.status <> 'disconnected' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Ends the trouble, and stores it if the database was unavailable before. */
export function recordHookTaken(platform: Platform, kind: PlatformKindName): void {
  const kinds = taken.get(platform) ?? new Set()
  taken.set(platform, kinds.add(kind))
  const known = runs.get(platform)
  if (!known || known.size === 0) return
  for (const trouble of ['failed', 'refused'] as const) {
    const run = known.get(`${kind} ${trouble}`)
    if (!run) continue
    known.delete(`${kind} ${trouble}`)
    if (!writtenAt.has(run)) writeDown(platform, kind, trouble, run)
  }
}

function writeDown(platform: Platform, kind: PlatformKindName, trouble: HookTrouble, run: Run): void {
  const { count, ms: normalMs } = alarmThresholds[trouble]
  const ms = trouble === 'refused' && taken.get(platform)?.has(kind) ? refusedThoughTaken : normalMs
  const now = platform.clock.now().getTime()
  if (run.count < count || run.last.getTime() - run.since.getTime() < ms) return
  const before = writtenAt.get(run)
  if (before !== undefined && now - before < writtenEvery) return
  writtenAt.set(run, now)
  follow(
    platform,
    () => platform.db.asService(null, tx => write(platform, tx, kind, trouble, run)),
    error => {
      writtenAt.delete(run)
      platform.log.error({ error, kind, trouble }, 'That webhooks are not taken could not be told')
    },
  )
}

function follow(platform: Platform, work: () => Promise<void>, failed: (error: unknown) => void): void {
  const underWay = writing.get(platform) ?? new Set()
  writing.set(platform, underWay)
  const done = work()
    .catch(failed)
    .finally(() => underWay.delete(done))
  underWay.add(done)
}

export async function hookTroublesWritten(platform: Platform): Promise<void> {
  const underWay = writing.get(platform)
  while (underWay && underWay.size > 0) await Promise.all(underWay)
}

async function write(platform: Platform, tx: Tx, kind: PlatformKindName, trouble: HookTrouble, run: Run) {
  const { rows } = await sql<{ fresh: boolean }>`insert into private.hook_failures (kind, since, last_at, count)
    values (${`${kind} ${trouble}`}, ${run.since}, ${run.last}, ${run.count})
    on conflict (kind) do update set last_at = greatest(private.hook_failures.last_at, excluded.last_at), count = excluded.count
    returning (xmax = 0) as fresh`.execute(tx)
  if (rows[0]?.fresh) await checkAll(platform, tx, kind)
}

export async function hookTroubles(
  platform: Platform,
  tx: Tx,
  kind: PlatformKindName,
): Promise<Partial<Record<HookTrouble, Date>>> {
  const { rows } = await sql<{ kind: string; since: Date }>`select kind, since from private.hook_failures
    where kind in (${`${kind} failed`}, ${`${kind} refused`}) and last_at > ${after(platform.clock.now(), -overAfter)}`.execute(
    tx,
  )
  return Object.fromEntries(rows.map(row => [row.kind.split(' ')[1], row.since]))
}

export async function endHookTroubles(platform: Platform): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ kind: string }>`delete from private.hook_failures
      where last_at <= ${after(platform.clock.now(), -overAfter)} returning kind`.execute(tx)
    for (const { kind } of rows) await checkAll(platform, tx, kind.split(' ')[0] as PlatformKindName)
  })
}

async function checkAll(platform: Platform, tx: Tx, kind: PlatformKindName): Promise<void> {
  const channels: Channel[] = await channelsOfKind(tx, kind)
  for (const { id, workspaceId } of channels)
    await platform.jobs.enqueue(tx, {
      kind: 'check channel',
      key: `check channel:${id}`,
      lane: `check channel ${id}`,
      payload: { workspace_id: workspaceId, channel_id: id },
    })
}
