import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { after, type Clock, hours, systemClock } from '#platform/clock.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'
import type { Listening } from '#tests/wire/listening.ts'
import type { CampaignShop } from './campaigns-seed.ts'

/** The aims assume 100,000; use fewer for a trial run. */
export const customers = Number(process.env['BENCH_CUSTOMERS'] ?? 100_000)

type Server = Listening<Clock>
export type Shop = CampaignShop & { owner: Owner; server: Server }

export type Draft = { id: string; previewId: string }

export async function makeBroadcast(shop: Shop): Promise<Draft> {
  const draft = { name: 'Bench', purpose: 'promotion', content: { texts: { vi: 'Chào {{customer_name|bạn}}' } } }
  return { ...(await call<{ id: string }>(shop, 'POST', 'broadcasts', draft)), previewId: '' }
}

export async function countAll(shop: Shop, broadcast: Draft): Promise<void> {
  const { preview_id } = await call<{ preview_id: string }>(shop, 'POST', `broadcasts/${broadcast.id}/preview`, {})
  broadcast.previewId = preview_id
  while ((await stateOf(shop, broadcast))?.state !== 'ready') await wait(200)
}

export async function planAll(shop: Shop, broadcast: Draft): Promise<void> {
  await call(shop, 'POST', `broadcasts/${broadcast.id}/start`, { preview_id: broadcast.previewId, max_cost: 0 })
  while (!(await stateOf(shop, broadcast))?.planned_at) await wait(200)
}

async function stateOf({ server }: Shop, { id }: Draft) {
  const [row] = await server.platform.db.readAsService(
    sql<{
      state: BroadcastPreview['state']
      planned_at: Date | null
    }>`select preview ->> 'state' as state, planned_at from broadcasts where id = ${id}`,
  )
  return row
}

export async function call<T>(
  { owner, server }: Shop,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const headers = {
    ...{ ...owner.headers, apikey: server.platform.tokens.anonKey, 'x-workspace': owner.workspaceId },
    ...(body && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const parsed: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(parsed)}`)
  return parsed as T
}

/** Promotions are sent only by day: at night the clock starts at 10:00 in Viet Nam. */
export function daylight(): Clock {
  const hour = (systemClock.now().getUTCHours() + 7) % 24
  const ahead = hour >= 8 && hour < 19 ? 0 : hours((34 - hour) % 24)
  return { now: () => after(systemClock.now(), ahead) }
}

export function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
