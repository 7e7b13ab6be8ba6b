import { type RawBuilder, sql } from 'kysely'
import { maxMarketingLength } from '#shared/rules/campaigns/campaign-text.ts'
import type { SendQuestion } from '#shared/rules/campaigns/send-question.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'

/** null: nobody pays for such messages on that page. Times as in JSON. */
export type MarketingFacts = {
  /** null: not subscribed */
  status: 'live' | 'stopped' | 'expired' | 'region' | null
  has_key: boolean
  expires_at: string | null
  next_at: string | null
  /** đồng per message, Meta's estimate */
  estimate: number | null
} | null

export const marketingColumn = sql`(select jsonb_build_object('status', s.status, 'has_key', s.token is not null, 'expires_at', s.expires_at,
      'next_at', s.next_at, 'estimate', a.estimate) from private.ad_accounts a
    left join private.subscriptions s on s.workspace_id = a.workspace_id and s.contact_id = c.id
    where a.workspace_id = c.workspace_id and a.channel_id = c.channel_id) as marketing`

/** In đồng per message, of the shop's most expensive page; null: no page can send, or the price is unknown */
export function highestEstimate(workspaceId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<number | null>`(select max(a.estimate)::float8 from private.ad_accounts a
    join channels h on h.workspace_id = a.workspace_id and h.id = a.channel_id and h.status = 'connected'
    where a.workspace_id = ${workspaceId})`
}

/** Without an ad account, or if the text is too long, there is no paid route. */
export function waysOf(routes: readonly RouteName[], marketing: MarketingFacts, text: string): readonly RouteName[] {
  const isThere = marketing !== null && [...text].length <= maxMarketingLength
  return isThere ? routes : routes.filter(route => route !== 'facebook.marketing')
}

export function tokenOf(marketing: MarketingFacts): SendQuestion['token'] {
  if (!marketing?.has_key || marketing.status === null) return null
  const { status, expires_at: ends, next_at: next, estimate } = marketing
  return {
    live: status === 'live' || status === 'region',
    regionAllowed: status !== 'region',
    nextAt: next === null ? null : new Date(next),
    expiresAt: ends === null ? null : new Date(ends),
    estimate: estimate === null ? null : { amount: estimate, currency: 'VND' },
  }
}
