import type { priceBody } from '#shared/contracts/billing/billing-desk.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskPrice } from '#shared/contracts/operator.results.ts'
import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import { type Interval, type PlanCode } from '#shared/words.ts'
import { dayIn, mailAdmins } from '../billing-mails.ts'
import { houseZone } from '../invoices/issue-invoice.ts'

type Price = WithDates<DeskPrice, 'valid_from' | 'announced_at'>

export async function listPrices(platform: Platform): Promise<{ prices: Price[] }> {
  const now = platform.clock.now()
  const prices = await platform.db
    .readAsService<Price>(sql`select p.id, p.plan, p.interval, p.currency, p.amount, p.valid_from, p.announced_at,
      case when p.valid_from > ${now} then 'coming'
        when p.valid_from = max(p.valid_from) filter (where p.valid_from <= ${now}) over (partition by p.plan, p.interval, p.currency)
          then 'current' else 'past' end as state,
      (select count(*)::int from subscriptions s where s.price_id = p.id and s.status in ('active', 'past_due')) as subscribers
    from prices p join plans l on l.code = p.plan where l.workspace_id is null order by l.position, p.currency desc,
      array_position(array['month', 'year', 'once'], p.interval), p.valid_from desc limit 500`)
  return { prices }
}

/** @throws billing.price_not_ahead, billing.price_that_day. Payers keep their price until thirty days after notice */
export async function addPrice(
  platform: Platform,
  operator: Operator,
  { from, announce, ...price }: z.output<typeof priceBody>,
): Promise<{ id: string }> {
  const now = platform.clock.now()
  const validFrom = new Date(`${from}T00:00:00+07:00`)
  if (validFrom <= now) throw failure('billing.price_not_ahead')
  const id = newId()
  await platform.db.asService(null, async tx => {
    const { plan, interval, currency, amount } = price
    const { rows } = await sql`insert into prices (id, plan, interval, currency, amount, valid_from, announced_at)
      values (${id}, ${plan}, ${interval}, ${currency}, ${amount}, ${validFrom}, ${announce && interval !== 'once' ? now : null})
      on conflict do nothing returning id`.execute(tx)
    if (rows.length === 0) throw failure('billing.price_that_day')
    const meta = { ...price, from, announce }
    await recordOperatorAct(platform, tx, operator, { workspaceId: null, action: 'price.added', target: id, meta })
    if (announce && interval !== 'once')
      await platform.jobs.enqueue(tx, {
        kind: 'announce price',
        key: `announce price ${id}`,
        payload: { price_id: id },
      })
  })
  return { id }
}

/** @throws request.not_found, request.conflict if it has begun or was announced */
export async function dropPrice(platform: Platform, operator: Operator, { id }: { id: string }): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ plan: PlanCode; coming: boolean }>`select plan, valid_from > ${platform.clock.now()}
      and announced_at is null and not exists (select from orders o where o.price_id = prices.id) as coming
      from prices where id = ${id} for update`.execute(tx)
    if (!rows[0]) throw failure('request.not_found')
    if (!rows[0].coming) throw failure('request.conflict')
    await sql`delete from prices where id = ${id}`.execute(tx)
    const meta = { plan: rows[0].plan }
    await recordOperatorAct(platform, tx, operator, { workspaceId: null, action: 'price.dropped', target: id, meta })
  })
}

type NewPrice = { plan: PlanCode; interval: Interval | 'once'; currency: Currency; amount: number; valid_from: Date }

export async function notifyPrice(platform: Platform, { price_id: id }: { price_id: string }): Promise<void> {
  const [price] = await platform.db.readAsService<NewPrice>(
    sql`select plan, interval, currency, amount, valid_from from prices where id = ${id}`,
  )
  if (!price || price.interval === 'once') return
  const { plan, interval, currency, amount, valid_from: from } = price
  const about = `price ${id}`
  const concerned = await platform.db.readAsService<{
    workspace_id: string
  }>(sql`select workspace_id from subscriptions s
    where status in ('active', 'past_due') and coalesce(pending_plan, plan) = ${plan}
      and coalesce(pending_interval, interval) = ${interval} and currency = ${currency}
      and not exists (select from private.billing_notices n where n.workspace_id = s.workspace_id and n.about = ${about})`)
  await forEachLogged(platform, 'announce price', concerned, ({ workspace_id: workspaceId }) =>
    platform.db.asService(workspaceId, async tx => {
      const { rows } = await sql`insert into private.billing_notices (workspace_id, about, at)
        values (${workspaceId}, ${about}, ${platform.clock.now()}) on conflict do nothing returning about`.execute(tx)
      if (rows.length === 0) return
      await mailAdmins(platform, tx, workspaceId, 'price', ({ language }) => ({
        values: {
          plan: plan.charAt(0).toUpperCase() + plan.slice(1),
          amount: formatMoney(amount, currency, language),
          date: dayIn(from, language, houseZone),
        },
        body: `price.body_${interval}`,
      }))
    }),
  )
}
