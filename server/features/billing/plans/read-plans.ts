import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import type { PaymentMethod } from '../methods/method.ts'
import { offeredMethods } from '../methods.ts'

export async function readPlans(
  platform: Platform,
): Promise<{ plans: Required<PricedPlan>[]; methods: Pick<PaymentMethod, 'kind' | 'currencies' | 'renews'>[] }> {
  const { rows } = await platform.db.asPerson({ role: 'anon' }, tx =>
    sql<
      Required<PricedPlan>
    >`select p.code, p.messages, p.campaigns, p.connections, p.documents, p.members, p.crawl_pages, p.trial_days,
        coalesce((select jsonb_agg(jsonb_build_object('interval', n.interval, 'currency', n.currency, 'amount', n.amount) order by n.currency, n.interval)
          from (select distinct on (interval, currency) interval, currency, amount from prices
            where plan = p.code and interval <> 'once' and valid_from <= ${platform.clock.now()} order by interval, currency, valid_from desc) n), '[]') as prices,
        coalesce((select jsonb_agg(jsonb_build_object('currency', n.currency, 'amount', n.amount) order by n.currency)
          from (select distinct on (currency) currency, amount from prices
            where plan = p.code and interval = 'once' and valid_from <= ${platform.clock.now()} order by currency, valid_from desc) n), '[]') as extra_messages
      from plans p order by p.position`.execute(tx),
  )
  const methods = offeredMethods(platform.config).map(({ kind, currencies, renews }) => ({ kind, currencies, renews }))
  return { plans: rows, methods }
}
