import { sql } from 'kysely'
import type { Operator } from '#features/workspaces/record-operator-act.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { OfferPrice, PlanLimits } from '#shared/contracts/offers.contract.ts'
import type { DeskOffer, DeskOffers, OfferState } from '#shared/contracts/billing/offers.results.ts'
import type { Subscription } from '../orders/subscription-lock.ts'
import type { Offer } from './offer.ts'

type Shop = Pick<
  Subscription,
  'plan' | 'status' | 'interval' | 'currency' | 'paid_until' | 'pending_plan' | 'next_terms'
> & { name: string }
type Row = Offer & { name: string; limits: PlanLimits; prices: OfferPrice[] }

const limits =
  sql.raw(`jsonb_build_object('messages', p.messages, 'campaigns', p.campaigns, 'connections', p.connections,
  'documents', p.documents, 'members', p.members, 'crawl_pages', p.crawl_pages, 'imported_customers', p.imported_customers,
  'active_sequences', p.active_sequences)`)

/** @throws request.not_found */
export async function listOffers(
  platform: Platform,
  _operator: Operator,
  { id: workspaceId }: { id: string },
): Promise<DeskOffers> {
  const { db, clock } = platform
  const [shop] = await db.readAsService<Shop>(sql`select w.name, s.plan, s.status, s.interval, s.currency, s.paid_until,
      s.pending_plan, s.next_terms
    from subscriptions s join workspaces w on w.id = s.workspace_id where w.id = ${workspaceId} and w.deleted_at is null`)
  if (!shop) throw failure('request.not_found')
  const rows = await db.readAsService<Row>(sql`select o.*, coalesce(p.name, p.code) as name, ${limits} as limits,
      coalesce((select jsonb_agg(jsonb_build_object('interval', n.interval, 'currency', n.currency, 'amount', n.amount)
        order by n.currency desc, array_position(array['month', 'year', 'once'], n.interval)) from prices n where n.plan = p.code), '[]') as prices
    from offers o join plans p on p.code = o.plan where o.workspace_id = ${workspaceId} order by o.made_at desc, o.id desc limit 50`)
  const [custom] = await db.readAsService<{ limits: PlanLimits }>(
    sql`select ${limits} as limits from plans p where p.code = 'custom'`,
  )
  if (!custom) throw new Error('The plans table has no custom plan.')
  const { name, plan, status, interval, currency, paid_until: until } = shop
  return {
    workspace: { id: workspaceId, name },
    subscription: { plan, status, interval, currency, paid_until: until?.toISOString() ?? null },
    offers: rows.map(row => shown(row, stateOf(row, shop, clock.now()))),
    default_limits: custom.limits,
  }
}

function stateOf({ plan, valid_until, accepted_at, ended_at }: Row, shop: Shop, now: Date): OfferState {
  const runs = shop.status === 'active' || shop.status === 'past_due'
  if (ended_at) return 'past'
  if (runs && shop.plan === plan) return 'running'
  if (runs && shop.next_terms === plan) return 'coming'
  if (runs && shop.pending_plan === plan) return 'waiting'
  return !accepted_at && valid_until && valid_until > now ? 'open' : 'past'
}

function shown({ workspace_id: _, ...row }: Row, state: OfferState): DeskOffer {
  const { valid_until, holds_from, made_at, accepted_at, ended_at } = row
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...row,
    state,
    made_at: made_at.toISOString(),
    valid_until: iso(valid_until),
    holds_from: iso(holds_from),
    accepted_at: iso(accepted_at),
    ended_at: iso(ended_at),
  }
}
