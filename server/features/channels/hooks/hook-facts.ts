import { sql } from 'kysely'
import { after, hours, minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { HealthFact } from '#shared/contracts/operator.results.ts'
import { type HookProbe, probeHooks } from './probe-hooks.ts'

/** Within this time a customer's event shows that the way was open. */
const lately = hours(24)
const freshMs = minutes(2)
/** Where a platform may get through nevertheless: the machine does not reach itself, or the word was only wanted once. */
const doubtful = new Set(['dns', 'closed', 'no_token'])

const probed = new WeakMap<Platform, { at: number; probes: Promise<HookProbe[]> }>()

/** One for each platform that is set up. However often the desk is opened, PUBLIC_URL is asked once in two minutes. */
export async function hookFacts(platform: Platform, fresh = false): Promise<HealthFact[]> {
  const now = platform.clock.now()
  const before = probed.get(platform)
  const isFresh = before && !fresh && Math.abs(now.getTime() - before.at) < freshMs
  const held = isFresh ? before : { at: now.getTime(), probes: probeHooks(platform.config) }
  probed.set(platform, held)
  const [probes, events] = await Promise.all([held.probes, readLastEvents(platform)])
  return probes.map(({ kind, fault, seen }) => {
    const { at = null, connected = 0 } = events.find(one => one.kind === kind) ?? {}
    const hasArrived = at !== null && at > after(now, -lately)
    return {
      name: 'hooks',
      text: kind,
      state: stateOf(fault, hasArrived, at === null && connected > 0),
      at: at?.toISOString() ?? null,
      count: connected,
      hook: { fault, seen },
    }
  })
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
export async function quietChannels({ db }: Platform, most: number): Promise<QuietChannel[]> {
  return db.readAsService(sql<QuietChannel>`select c.kind, c.name, c.last_in_at as "lastEvent", c.health ->> 'checked_at' as checked,
      coalesce((select array_agg(f ->> 'code' order by f ->> 'code') from jsonb_array_elements(coalesce(c.health -> 'findings', '[]')) f
        where f ->> 'level' in ('error', 'warning')), '{}') as errors
    from channels c join workspaces w on w.id = c.workspace_id
    where w.deleted_at is null and c.status <> 'disconnected' and c.kind <> 'website'
    order by c.last_in_at nulls first, c.id limit ${most}`)
}
