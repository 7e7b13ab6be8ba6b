import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import type { Audience, BroadcastPreview, BroadcastState } from '#shared/contracts/broadcasts.contract.ts'
import type { CampaignContent } from '#shared/rules/campaign-text.ts'
import type { Purpose } from '#shared/rules/may-send.ts'
import type { RouteName } from '#shared/rules/sending-routes.ts'
import type { Plan } from './ask-rules.ts'

/** A row of `broadcasts`. */
export type Broadcast = {
  id: string
  workspace_id: string
  name: string
  audience: Audience
  purpose: Purpose
  routes: RouteName[]
  content: Partial<CampaignContent>
  status: BroadcastState
  reason: string | null
  start_at: Date | null
  deadline: Date | null
  max_each: number | null
  max_cost: number | null
  spent: number
  preview: BroadcastPreview | null
  preview_id: string | null
  preview_at: Date | null
  planned_to: string | null
  planned_at: Date | null
}

/** @throws request.not_found */
export async function readBroadcast(tx: Tx, workspaceId: string, id: string, lock = false): Promise<Broadcast> {
  const { rows } =
    await sql<Broadcast>`select id, workspace_id, name, audience, purpose, routes, content, status, reason,
      start_at, deadline, max_each::float8, max_cost::float8, spent::float8, preview, preview_id, preview_at, planned_to, planned_at
    from broadcasts where workspace_id = ${workspaceId} and id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(
      tx,
    )
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}

export function contentOf({ content }: Pick<Broadcast, 'content'>): CampaignContent {
  return { texts: content.texts ?? {}, fallback: content.fallback ?? null }
}

/** What the rules are asked while it runs: only what runs may go. */
export function planOf(broadcast: Broadcast): Plan {
  const { purpose, routes, status, deadline, max_each: confirmed, max_cost: most, spent } = broadcast
  return {
    purpose,
    routes,
    content: contentOf(broadcast),
    cost: { confirmed, left: most === null ? null : most - spent },
    deadline,
    stopped: status !== 'planning' && status !== 'running',
  }
}
