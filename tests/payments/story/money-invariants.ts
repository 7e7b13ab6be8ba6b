import { sql } from 'kysely'
import type { MoneyDesk, Story } from './money-desk.ts'
import { referenceOf } from './money-transfers.ts'

export async function untruths(desk: MoneyDesk, story: Story): Promise<unknown[]> {
  return [
    ...(await desk.faults()),
    ...(await unlikeProviders(desk, story)),
    ...(await lostCoins(desk, story)),
    ...(await unpaidPlans(desk, story)),
    ...(await lostTime(desk, story)),
    ...(await strayAtStripe(desk, story)),
    ...(await strayMessages(desk, story)),
    ...(await otherLimits(desk, story)),
    ...(await desk.read(sql`select 'a dead letter' as fault, kind as of from dead_letters`)),
  ]
}

type Money = { method: string; currency: string; amount: number }
const written = ({ method, currency, amount }: Money) => `${method} ${amount} ${currency}`

async function takenByProviders(desk: MoneyDesk, story: Story): Promise<{ came: Money[]; back: Money[] }> {
  const { owner, transfers } = story
  const customer = await story.customer()
  const { world } = desk.stripe
  const charges = world.all('charge').filter(one => one['customer'] === customer && customer !== undefined)
  const cards = charges.map(one => ({
    method: 'stripe',
    currency: String(one['currency']).toUpperCase(),
    amount: Number(one['amount']),
    refunded: Number(one['amount_refunded']),
    intent: String(one['payment_intent']),
    lost: world
      .all('dispute')
      .some(dispute => dispute['payment_intent'] === one['payment_intent'] && dispute['status'] === 'lost'),
  }))
  const intents = new Set(cards.map(({ intent }) => intent))
  const sentBack = world
    .all('refund')
    .filter(one => intents.has(String(one['payment_intent'])) && one['status'] === 'succeeded')
  const orders = await desk.read(sql<{ id: string }>`select id from orders where workspace_id = ${owner.workspaceId}`)
  const lists = [...desk.payoneer.lists.values()].filter(list => orders.some(({ id }) => id === list.transactionId))
  const took = lists.filter(({ status }) => status.code === 'charged' || status.code === 'paid_out')
  const byPayoneer = (list: (typeof lists)[number]) => ({
    method: 'payoneer',
    currency: list.payment.currency,
    amount: Math.round(list.payment.amount * 100),
  })
  const known = await desk.read(sql<{ reference: string }>`select reference from private.bank_transactions
    where workspace_id = ${owner.workspaceId} and status = 'matched'`)
  const references = new Set(known.map(({ reference }) => reference))
  return {
    came: [
      ...cards,
      ...took.map(byPayoneer),
      // Unassigned money is among the unmatched transfers.
      ...transfers
        .filter(({ id, way }) => way !== 'attach' || references.has(referenceOf(id)))
        .map(({ amount }) => ({ method: 'bank', currency: 'VND', amount })),
    ],
    back: [
      ...sentBack.map(one => ({
        method: 'stripe',
        currency: String(one['currency']).toUpperCase(),
        amount: Number(one['amount']),
      })),
      // A dispute about what was given back already takes nothing.
      ...cards
        .filter(({ lost, amount, refunded }) => lost && amount > refunded)
        .map(one => ({ ...one, amount: one.amount - one.refunded })),
      ...took.filter(({ status }) => status.code === 'paid_out').map(byPayoneer),
    ],
  }
}

async function unlikeProviders(desk: MoneyDesk, story: Story): Promise<unknown[]> {
  const truth = await takenByProviders(desk, story)
  const here = await desk.read(sql<Money>`select method, currency, amount::float8 as amount from private.payments
    where workspace_id = ${story.owner.workspaceId}`)
  const faults = difference('a payment', truth.came.map(written), here.map(written))
  const back = await desk.read(sql<Money>`select o.method, r.currency, sum(e.amount)::float8 as amount from refunds r
    join orders o on o.id = r.order_id
    join private.ledger_transactions t on t.idempotency_key = 'refund:' || r.id
    join private.ledger_entries e on e.transaction_id = t.id join private.ledger_accounts a on a.id = e.account_id
    where r.workspace_id = ${story.owner.workspaceId} and r.status = 'succeeded' and o.method <> 'bank' and a.kind like '%_clearing'
    group by r.id, o.method, r.currency`)
  return [...faults, ...difference('money that went back', truth.back.map(written), back.map(written))]
}

function difference(what: string, there: string[], here: string[]): unknown[] {
  const rest = [...here]
  const missing = there.filter(one => {
    const at = rest.indexOf(one)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [
    ...missing.map(of => ({ fault: `${what} is not here`, of })),
    ...rest.map(of => ({ fault: `${what} is here alone`, of })),
  ]
}

/** Income minus refunds equals active sales, order deposits and credit. */
async function lostCoins(desk: MoneyDesk, story: Story): Promise<unknown[]> {
  const { workspaceId } = story.owner
  return desk.read(sql`
    with sides as (
      select a.currency, t.id, coalesce(sum(-e.amount) filter (where a.kind like '%_clearing' or a.kind = 'unmatched'), 0) as outside,
        coalesce(sum(e.amount) filter (where a.kind = 'sales'), 0) as sold,
        coalesce(sum(e.amount) filter (where a.owner_id = ${workspaceId}), 0) as own
      from private.ledger_transactions t join private.ledger_entries e on e.transaction_id = t.id join private.ledger_accounts a on a.id = e.account_id
      where exists (select from private.ledger_entries x join private.ledger_accounts b on b.id = x.account_id
          where x.transaction_id = t.id and b.owner_id = ${workspaceId})
        or t.idempotency_key in (select 'refund:' || id from refunds where workspace_id = ${workspaceId})
      group by a.currency, t.id),
    sums as (select currency, sum(outside) as outside, sum(sold) as sold, sum(own) as own from sides group by currency)
    select 'coins are lost' as fault, currency || ': ' || outside || ' came, ' || sold || ' sold, ' || own || ' own' as of
      from sums where outside <> sold + own
    union all select 'balances are not what was posted', s.currency from sums s
      where own <> coalesce((select sum(balance) from private.ledger_accounts a where a.owner_id = ${workspaceId} and a.currency = s.currency), 0)`)
}

/** An active plan has a paid, unrefunded order, and runs at most a week past it. */
async function unpaidPlans(desk: MoneyDesk, { owner }: Story): Promise<unknown[]> {
  return desk.read(sql`select 'a plan without money' as fault, s.status || ' ' || s.plan as of from subscriptions s
    where s.workspace_id = ${owner.workspaceId} and s.status in ('active', 'past_due') and (
      s.paid_until + interval '8 days' < ${desk.platform.clock.now()}
      or not exists (select from orders o where o.workspace_id = s.workspace_id and o.status = 'success' and o.plan = s.plan
        and o.kind <> 'extra' and o.interval = s.interval and not exists (select from refunds r where r.order_id = o.id and r.status = 'succeeded' and not r.part)))`)
}

/** Paid time is used, refunded or credited, exactly once. */
async function lostTime(desk: MoneyDesk, { owner }: Story): Promise<unknown[]> {
  const now = desk.platform.clock.now()
  return desk.read(sql`
    with own as (select o.*, coalesce((select sum(r.amount) from refunds r where r.order_id = o.id and r.payment_id is null
          and r.status = 'succeeded'), 0)::bigint as back,
        exists (select from refunds r where r.order_id = o.id and r.payment_id is null and not r.part and r.status <> 'rejected') as goes
      from orders o where o.workspace_id = ${owner.workspaceId} and o.status = 'success' and o.kind <> 'extra'),
    begun as (select max(settled_at) as at from own where kind = 'first')
    select 'paid time is lost' as fault, o.kind || ' ' || o.plan || ' ' || o.id as of from own o, begun
      where o.ended_at is null and not o.goes and o.period_end > ${now} and o.settled_at >= begun.at
        and not exists (select from subscriptions s where s.workspace_id = o.workspace_id and s.status in ('active', 'past_due')
          and s.paid_until >= o.period_end)
        and not exists (select from own u where u.kind = 'upgrade' and u.id > o.id and u.ended_at is null and u.from_until >= o.period_end)
    union all select 'what ended is not credit', o.kind || ' ' || o.credited || ' of ' || o.amount from own o
      where o.ended_at is not null and not o.goes and o.amount > 0 and o.credited + o.back + 1 < floor(o.amount
        * extract(epoch from o.period_end - greatest(o.period_start, o.ended_at)) / extract(epoch from o.period_end - o.period_start))
    union all select 'given back and credited', o.kind || ' ' || o.credited || ' + ' || o.back || ' of ' || o.amount from own o
      where o.credited + o.back > o.amount`)
}

/** Stripe charges only plans that run on it, once, and next the right amount. */
async function strayAtStripe(desk: MoneyDesk, story: Story): Promise<unknown[]> {
  const customer = await story.customer()
  if (!customer) return []
  const live = desk.stripe.world
    .all('subscription')
    .filter(one => one['customer'] === customer && ['active', 'trialing', 'past_due'].includes(String(one['status'])))
  const row = (
    await desk.read(sql<{ status: string; method: string | null; provider_subscription: string | null; ends: boolean }>`
      select status, method, provider_subscription, cancel_at_period_end as ends from subscriptions where workspace_id = ${story.owner.workspaceId}`)
  )[0]
  const runs = row?.status === 'active' || row?.status === 'past_due'
  return live.flatMap(one => {
    if (!runs || row?.method !== 'stripe' || row.provider_subscription !== one.id)
      return [{ fault: 'Stripe charges for no plan', of: `${String(one['status'])} ${JSON.stringify(row)}` }]
    if (one['cancel_at_period_end'] !== row.ends)
      return [{ fault: 'Stripe and the plan end differently', of: JSON.stringify(row) }]
    return []
  })
}

async function strayMessages(desk: MoneyDesk, { owner }: Story): Promise<unknown[]> {
  return desk.read(sql`select 'messages without money' as fault, o.id::text as of from orders o
      left join private.message_packs p on p.order_id = o.id
    where o.workspace_id = ${owner.workspaceId} and o.kind = 'extra'
      and (p.order_id is not null and p.ended_at is null) <> (o.status = 'success' and not exists (select from refunds r
        where r.order_id = o.id and r.status = 'succeeded' and r.payment_id is null and not r.part))
    union all select 'a month holds other messages than its packs', u.extra::text from usage_counters u
      where u.workspace_id = ${owner.workspaceId} and u.metric = 'messages' and u.period_start <= ${desk.platform.clock.now()}
        and u.period_end > ${desk.platform.clock.now()} and u.hard_limit is not null
        and u.extra <> coalesce((select sum(remaining) from private.message_packs p where p.workspace_id = u.workspace_id
          and p.ended_at is null and p.expires_at > u.period_start), 0)`)
}

/** An active plan has the limits it was bought with, and custom plans belong to one shop. */
async function otherLimits(desk: MoneyDesk, { owner }: Story): Promise<unknown[]> {
  return desk.read(sql`select 'limits of another plan' as fault, p.code || ' ' || u.metric || ' ' || coalesce(u.hard_limit::text, 'none') as of
      from subscriptions s join plans p on p.code = s.plan join usage_counters u on u.workspace_id = s.workspace_id
    where s.workspace_id = ${owner.workspaceId} and s.status in ('active', 'past_due') and u.metric in ('documents', 'connections')
      and u.hard_limit is distinct from case u.metric when 'documents' then p.documents else p.connections end
    union all select 'terms that follow on another plan', s.plan || ' ' || s.next_terms from subscriptions s
      where s.workspace_id = ${owner.workspaceId} and s.next_terms is not null
        and (s.status not in ('active', 'past_due') or s.plan not like 'custom-%' or s.plan = s.next_terms)`)
}

export async function stateOf(desk: MoneyDesk, { owner }: Story): Promise<unknown[]> {
  return desk.read(sql`select 'plan' as what, to_jsonb(s)::text as is from subscriptions s where workspace_id = ${owner.workspaceId}
    union all select 'order', o.id || o.status || o.status_detail || o.received || o.credit_used from orders o where workspace_id = ${owner.workspaceId}
    union all select 'books', a.kind || a.currency || a.balance from private.ledger_accounts a where owner_id = ${owner.workspaceId}
    union all select 'paper', i.number from invoices i where workspace_id = ${owner.workspaceId}
    union all select 'refund', r.id || r.status from refunds r where workspace_id = ${owner.workspaceId} order by 1, 2`)
}
