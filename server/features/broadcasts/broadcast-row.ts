import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Audience, BroadcastContent, BroadcastState } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import type { BroadcastPreview } from '#shared/contracts/campaigns/broadcasts.results.ts'
import type { CampaignContent } from '#shared/rules/campaigns/campaign-text.ts'
import type { Variant } from '#shared/rules/campaigns/ab-result.ts'
import { paidWays } from '#shared/rules/campaigns/paid-ways.ts'
import { paidRoute } from '#shared/rules/campaigns/sending-routes.ts'
import type { Purpose } from '#shared/rules/campaigns/send-question.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import type { Plan } from './audience/ask-rules.ts'
import {
  isTemplateRoute,
  type PlannedTemplate,
  templateColumn,
  templateRoutes,
  type TemplateRow,
} from './templates/template-plan.ts'

export type Broadcast = {
  id: string
  workspace_id: string
  name: string
  audience: Audience
  purpose: Purpose
  routes: RouteName[]
  content: Partial<BroadcastContent>
  status: BroadcastState
  reason: string | null
  start_at: Date | null
  deadline: Date | null
  max_each: number | null
  zalo_paid: boolean | null
  max_cost: number | null
  spent: number
  preview: BroadcastPreview | null
  preview_id: string | null
  preview_at: Date | null
  planned_to: string | null
  planned_at: Date | null
  /** null: a text, or the template's channel is gone */
  template: TemplateRow | null
  /** for the group that waits for the better text, from when on */
  ab_at: Date | null
  ab_choice: Variant | null
}

/** @throws request.not_found */
export async function readBroadcast(tx: Tx, workspaceId: string, id: string, lock = false): Promise<Broadcast> {
  const { rows } =
    await sql<Broadcast>`select id, workspace_id, name, audience, purpose, routes, content, status, reason,
      start_at, deadline, max_each::float8, zalo_paid, max_cost::float8, spent::float8, preview, preview_id, preview_at, planned_to, planned_at, ab_at, ab_choice, ${templateColumn}
    from broadcasts where workspace_id = ${workspaceId} and id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(
      tx,
    )
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}

export function contentOf({ content }: Pick<Broadcast, 'content'>, variant: Variant = 'a'): CampaignContent {
  const { texts = {}, fallback = null, b, buttons = [] } = content
  return { texts: textsOf(variant === 'b' && b ? b.texts : texts), fallback, buttons }
}

function textsOf({ vi, en }: BroadcastContent['texts']): CampaignContent['texts'] {
  return { ...(vi !== undefined && { vi }), ...(en !== undefined && { en }) }
}

export function pictureOf({ content }: Broadcast): { file: string; name: string } | undefined {
  return content.template ? undefined : (content.picture ?? undefined)
}

/**
 * undefined: it is a text.
 * @throws template.not_approved if gone with its channel
 */
export function templateOf({ content, template: row }: Broadcast): PlannedTemplate | undefined {
  if (!content.template) return undefined
  if (!row) throw failure('template.not_approved', { field: 'content.template' })
  return { row, values: content.template.values }
}

export function planOf(broadcast: Broadcast, variant: Variant = 'a'): Plan {
  const { purpose, status, deadline, max_each: confirmed, max_cost: maxCost, spent } = broadcast
  const { content, template: row } = broadcast
  const template = content.template && row ? { row, values: content.template.values } : undefined
  const ways = paidWays({ ...broadcast, marketing: broadcast.routes.includes(paidRoute) })
  return {
    purpose,
    routes: template ? templateRoutes[template.row.kind] : broadcast.routes.filter(route => !isTemplateRoute(route)),
    template,
    content: contentOf(broadcast, variant),
    cost: { confirmed, left: maxCost === null ? null : maxCost - spent },
    ...(!template && !ways.zalo && { freeOn: ['zalo'] as const }),
    deadline,
    stopped: status !== 'planning' && status !== 'running',
  }
}

export function isWithdrawn({ content, template }: Broadcast): boolean {
  return Boolean(content.template) && template?.state !== 'approved'
}
