import { withDistinctNames } from '#shared/rules/channel-names.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { after, hours, minutes, seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { HealthFact } from '#shared/contracts/operator.results.ts'
import { connectableKinds } from '../connections/connectable-kinds.ts'
import { type HookProbe, probeHooks } from './probe-hooks.ts'

/** Within this time a customer's event shows that the way was open. */
const lately = hours(24)
const freshMs = minutes(2)
/** After this long the desk shows what was seen last, if that is no older than this. */
const patienceMs = seconds(1)
const lastMs = minutes(10)
/** Where a platform may get through nevertheless: the machine does not reach itself, or the word was only wanted once. */
const doubtful = new Set(['dns', 'closed', 'no_token'])

type Probed = { at: number; probes: HookProbe[] }
/** `last`: what has been answered. */
type Asked = { at: number; asking: Promise<HookProbe[]>; last: Probed | undefined }
const asked = new WeakMap<Platform, Asked>()

/**
 * One for each platform that is set up; without `hook` as long as it is being asked for the first time. However often the desk is
 * opened, PUBLIC_URL is asked once in two minutes, and the desk does not wait for it.
 * @param fresh asks now, and waits
 */
export async function hookFacts(platform: Platform, fresh = false): Promise<HealthFact[]> {
  const now = platform.clock.now()
  const reading = fresh ? startAsking(platform).asking : readProbes(platform)
  const [probes, events] = await Promise.all([reading, readLastEvents(platform)])
  return connectableKinds(platform.config).map(kind => {
    const { at = null, connected = 0 } = events.find(one => one.kind === kind) ?? {}
    const fact = { name: 'hooks', text: kind, at: at?.toISOString() ?? null, count: connected } as const
    const probe = probes.find(one => one.kind === kind)
    if (!probe) return { ...fact, state: 'look' }
    const { fault, seen } = probe
    const hasArrived = at !== null && at > after(now, -lately)
    return { ...fact, state: stateOf(fault, hasArrived, at === null && connected > 0), hook: { fault, seen } }
  })
}

function startAsking(platform: Platform): Asked {
  const at = platform.clock.now().getTime()
  const asking = probeHooks(platform.config)
  const held: Asked = { at, asking, last: asked.get(platform)?.last }
  asked.set(platform, held)
  asking.then(
    probes => (held.last = { at, probes }),
    () => {},
  )
  return held
}

async function readProbes(platform: Platform): Promise<HookProbe[]> {
  const since = (at: number) => Math.abs(platform.clock.now().getTime() - at)
  const before = asked.get(platform)
  const held = before && since(before.at) < freshMs ? before : startAsking(platform)
  const patience = new AbortController()
  await Promise.race([held.asking, wait(patienceMs, undefined, { signal: patience.signal }).catch(() => {})])
  patience.abort()
  return held.last && since(held.last.at) < lastMs ? held.last.probes : []
}

function stateOf(fault: HookProbe['fault'], hasArrived: boolean, isSilent: boolean): HealthFact['state'] {
  if (fault === null) return isSilent ? 'look' : 'ok'
  if (fault === 'private' || fault === 'no_https') return 'look'
  return hasArrived && doubtful.has(fault) ? 'look' : 'bad'
}

type LastEvent = { kind: string; at: Date | null; connected: number }

async function readLastEvents({ db }: Platform): Promise<LastEvent[]> {
  const rows = await db.readAsService(sql<LastEvent>`select c.kind, max(c.last_in_at) as at, count(*)::int as connected
    from channels c join workspaces w on w.id = c.workspace_id
    where w.deleted_at is null and c.status <> 'disconnected' and c.kind <> 'website' group by c.kind`)
  return rows.map(row => ({ ...row, at: row.at && new Date(row.at) }))
}

export type QuietChannel = {
  kind: string
  name: string
  lastEvent: Date | null
  checked: string | null
  /** of the last check */
  errors: string[]
}

/** Those whose customers were heard of longest ago come first. */
export async function quietChannels({ db, config }: Platform, limit: number): Promise<QuietChannel[]> {
  const rows = await db.readAsService(sql<
    QuietChannel & { id: string; account_id: string }
  >`select c.id, c.account_id, c.kind, c.name, c.last_in_at as "lastEvent", c.health ->> 'checked_at' as checked,
      coalesce((select array_agg(f ->> 'code' order by f ->> 'code') from jsonb_array_elements(coalesce(c.health -> 'findings', '[]')) f
        where f ->> 'level' in ('error', 'warning') and f ->> 'code' is not null), '{}') as errors
    from channels c join workspaces w on w.id = c.workspace_id
    where w.deleted_at is null and c.status <> 'disconnected' and c.kind <> 'website'
    order by c.last_in_at nulls first, c.id limit ${limit}`)
  return withDistinctNames(rows, 'en', new URL(config.publicUrl).host)
}
