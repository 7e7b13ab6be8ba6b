import { type RawBuilder, sql } from 'kysely'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { dayIn, mailAdmins } from '../billing-mails.ts'
import { findOrder, type Order } from '../orders/order.ts'
import { planName } from './plan-name.ts'
import { dueOf } from '../orders/order-due.ts'
import { renewalPrice } from '../prices/prices.ts'
import { nextPlan, type Subscription } from '../orders/subscription-lock.ts'

const atOnce = 200
/** Days before a trial's end, before a renewal is due, and after. */
const trialDays = [2, 1]
const renewalDays = [7, 3, 1]
const unpaidDays = [0, 1, 3, 5]

/** Records the reminder; false if it was sent before. */
async function isNews(platform: Platform, tx: Tx, workspaceId: string, about: string): Promise<boolean> {
  const { rows } = await sql`insert into private.billing_notices (workspace_id, about, at)
    values (${workspaceId}, ${about}, ${platform.clock.now()}) on conflict do nothing returning about`.execute(tx)
  return rows.length > 0
}

/** The nearest step, so that missed steps are not all sent. */
function stepBefore(steps: number[], msLeft: number): number | undefined {
  return steps.filter(step => msLeft <= days(step)).at(-1)
}

export async function remindOfTrials(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const ending = sql<Trial>`select workspace_id as id, workspace_id, period_end, ${sentReminders('subscriptions')} as sent from subscriptions
    where status = 'trialing' and period_end > ${now} and period_end <= ${after(now, days(2))}`
  await inPages(platform, ending, trial => remindOfTrial(platform, trial))
}

type Trial = { id: string; workspace_id: string; period_end: Date; sent: string[] | null }

async function remindOfTrial(platform: Platform, { workspace_id, period_end, sent }: Trial): Promise<void> {
  const step = stepBefore(trialDays, period_end.getTime() - platform.clock.now().getTime())
  if (step === undefined || sent?.includes(`trial ${step}`)) return
  await platform.db.asService(workspace_id, async tx => {
    if (!(await isNews(platform, tx, workspace_id, `trial ${step}`))) return
    await platform.jobs.emit(tx, 'trial.ending', { workspace_id, ends_at: period_end.toISOString(), days_left: step })
    await mailAdmins(platform, tx, workspace_id, 'trial_ending', ({ language, timeZone }) => ({
      values: { days: String(step), date: dayIn(period_end, language, timeZone) },
      path: '/payment',
    }))
  })
}

type Waiting = Order & { sent: string[] | null }

export async function remindOfRenewals(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  const waiting = sql<Waiting>`select orders.*, ${sentReminders('orders')} as sent from orders where kind = 'renewal' and status = 'processing'
    and period_start <= ${after(now, days(7))}`
  await inPages(platform, waiting, async order => {
    const left = order.period_start.getTime() - now.getTime()
    if (left > 0) await sendReminder(platform, order, 'renewal', stepBefore(renewalDays, left))
    else await sendReminder(platform, order, 'unpaid', unpaidDays.filter(step => days(step) <= -left).at(-1))
  })
}

function sentReminders(table: string) {
  return sql`(select array_agg(about) from private.billing_notices n where n.workspace_id = ${sql.ref(`${table}.workspace_id`)})`
}

async function inPages<T extends { id: string }>(
  platform: Platform,
  question: RawBuilder<T>,
  act: (row: T) => Promise<void>,
): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await platform.db.readAsService<T>(
      sql`select * from (${question}) q where q.id > ${last} order by q.id limit ${atOnce}`,
    )
    await forEachLogged(platform, 'remind', rows, act)
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return
    last = end.id
  }
}

async function sendReminder(
  platform: Platform,
  order: Waiting,
  kind: 'renewal' | 'unpaid',
  step: number | undefined,
): Promise<void> {
  if (step === undefined) return
  const { workspace_id: id, currency, plan, memo_code: memo } = order
  const about = `${kind} ${order.period_start.toISOString()} ${step}`
  if (order.sent?.includes(about)) return
  await platform.db.asService(id, async tx => {
    if (!(await isNews(platform, tx, id, about))) return
    const name = await planName(tx, plan)
    await mailAdmins(platform, tx, id, kind, ({ language, timeZone }) => ({
      values: {
        plan: name,
        amount: formatMoney(dueOf(order), currency, language),
        memo,
        date: dayIn(kind === 'renewal' ? order.period_start : order.expires_at, language, timeZone),
      },
      path: `/payment?order=${order.id}`,
    }))
  })
}

type Refused = Subscription & { id: string; sent: string[] | null }

/** Stripe retries a refused card, but asks for another only on its own page. */
export async function remindOfCards(platform: Platform): Promise<void> {
  const refused = sql<Refused>`select s.*, s.workspace_id as id, w.time_zone, w.deleted_at is not null as gone, ${sentReminders('s')} as sent from subscriptions s
    join workspaces w on w.id = s.workspace_id where s.status = 'past_due' and s.provider_subscription is not null`
  await inPages(platform, refused, subscription => notifyRefused(platform, subscription))
}

async function notifyRefused(platform: Platform, subscription: Refused): Promise<void> {
  const { workspace_id: id, period_end: end, grace_until: until, currency, sent } = subscription
  const since = platform.clock.now().getTime() - end.getTime()
  const step = unpaidDays.filter(one => days(one) <= since).at(-1)
  const about = `card ${end.toISOString()} ${step}`
  if (step === undefined || !until || !currency || sent?.includes(about)) return
  await platform.db.asService(id, async tx => {
    const price = await renewalPrice(tx, subscription, { ...nextPlan(subscription), currency }, end)
    if (!price || !(await isNews(platform, tx, id, about))) return
    const name = await planName(tx, price.plan)
    await mailAdmins(platform, tx, id, 'card', ({ language, timeZone }) => ({
      values: {
        plan: name,
        amount: formatMoney(price.amount, currency, language),
        date: dayIn(until, language, timeZone),
      },
    }))
  })
}

export async function notifyEnded(
  platform: Platform,
  tx: Tx,
  { workspace_id, status, plan }: EventCatalogue['subscription.changed'],
): Promise<void> {
  if (status !== 'ended') return
  const name = await planName(tx, plan)
  await mailAdmins(platform, tx, workspace_id, 'ended', () => ({ values: { plan: name }, path: '/payment' }))
}

export async function notifyCredited(
  platform: Platform,
  tx: Tx,
  credited: EventCatalogue['payment.credited'],
): Promise<void> {
  const { workspace_id, order_id, amount, currency, why } = credited
  const order = await findOrder(tx, order_id)
  await mailAdmins(platform, tx, workspace_id, 'credited', ({ language }) => ({
    values: { amount: formatMoney(amount, currency, language), memo: order?.memo_code ?? '' },
    body: `credited.${why}`,
  }))
}
