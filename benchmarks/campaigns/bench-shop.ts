import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { Owner } from '#tests/fixtures/shop-owner.ts'
import type { Listening } from '#tests/wire/listening.ts'
import type { CampaignShop } from './campaigns-seed.ts'

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
