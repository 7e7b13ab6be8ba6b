import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import { after, days } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { offerBody, Terms } from '#shared/contracts/offers.contract.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { type CustomPlan, isCustomPlan } from '#shared/words.ts'
import { dayIn, mailAdmins } from '../billing-mails.ts'
import { houseZone } from '../invoices/issue-invoice.ts'
import { isPaid, lockSubscription, saveSubscription, type Subscription } from '../orders/subscription-lock.ts'
import { noticeDays } from '../prices/prices.ts'
import { openOfferOf } from './offer.ts'

const maxDays = 366

/** @throws request.not_found, billing.offer_open, billing.offer_not_ahead */
export async function makeOffer(
  platform: Platform,
  operator: Operator,
  { id: workspaceId, valid_until: lastDay, ...terms }: { id: string } & z.output<typeof offerBody>,
): Promise<{ id: string; plan: CustomPlan }> {
  const now = platform.clock.now()
  const validUntil = after(new Date(`${lastDay}T00:00:00+07:00`), days(1))
  if (validUntil <= now || validUntil > after(now, days(maxDays))) throw failure('billing.offer_not_ahead')
  return platform.db.asService(workspaceId, async tx => {
    const subscription = await lockForOffer(tx, workspaceId, now)
    const made = await writeOffer(tx, subscription, { terms, validUntil, holdsFrom: null, now })
    const meta = { plan: made.plan, until: lastDay, ...terms }
    await recordOperatorAct(platform, tx, operator, { workspaceId, action: 'offer.made', target: made.id, meta })
    await platform.jobs.emit(tx, 'offer.changed', { workspace_id: workspaceId, offer_id: made.id, what: 'made' })
    await mailAdmins(platform, tx, workspaceId, 'offer', ({ language }) => ({
      values: {
        plan: terms.name,
        price: pricesOf(terms, language),
        date: dayIn(after(validUntil, -1), language, houseZone),
      },
    }))
    return made
  })
}

/** @throws request.not_found, billing.no_own_plan, billing.offer_open, billing.terms_lack_price. For periods at least 30 days away */
export async function announceTerms(
  platform: Platform,
  operator: Operator,
  { id: workspaceId, ...terms }: { id: string } & Terms,
): Promise<{ id: string; plan: CustomPlan }> {
  const now = platform.clock.now()
  const holdsFrom = after(now, days(noticeDays))
  return platform.db.asService(workspaceId, async tx => {
    const subscription = await lockForOffer(tx, workspaceId, now)
    if (!isPaid(subscription) || !isCustomPlan(subscription.plan)) throw failure('billing.no_own_plan')
    const { rows } = await sql<{ interval: string; currency: string }>`select interval, currency from prices
      where plan = ${subscription.plan} and interval <> 'once'`.execute(tx)
    const sells = (wanted: { interval: string; currency: string }) =>
      terms.prices.some(one => one.interval === wanted.interval && one.currency === wanted.currency)
    if (!rows.every(sells)) throw failure('billing.terms_lack_price')
    const made = await writeOffer(tx, subscription, { terms, validUntil: null, holdsFrom, now })
    Object.assign(subscription, { next_terms: made.plan, next_terms_from: holdsFrom })
    await saveSubscription(tx, subscription)
    const meta = { plan: made.plan, from: holdsFrom.toISOString(), ...terms }
    await recordOperatorAct(platform, tx, operator, { workspaceId, action: 'terms.announced', target: made.id, meta })
    const { status, plan } = subscription
    await platform.jobs.emit(tx, 'subscription.changed', { workspace_id: workspaceId, status, plan })
    await platform.jobs.emit(tx, 'offer.changed', { workspace_id: workspaceId, offer_id: made.id, what: 'announced' })
    await mailAdmins(platform, tx, workspaceId, 'terms', ({ language, timeZone }) => ({
      values: { plan: terms.name, price: pricesOf(terms, language), date: dayIn(holdsFrom, language, timeZone) },
    }))
    return made
  })
}

/** Serialises concurrent operators. */
async function lockForOffer(tx: Tx, workspaceId: string, now: Date): Promise<Subscription> {
  const subscription = await lockSubscription(tx, workspaceId)
  if (!subscription || subscription.gone) throw failure('request.not_found')
  if (await openOfferOf(tx, subscription, now)) throw failure('billing.offer_open')
  return subscription
}

async function writeOffer(
  tx: Tx,
  { workspace_id: workspaceId }: Subscription,
  draft: { terms: Terms; validUntil: Date | null; holdsFrom: Date | null; now: Date },
): Promise<{ id: string; plan: CustomPlan }> {
  const { terms, now } = draft
  const { name, note, limits, prices } = terms
  const id = newId()
  const plan: CustomPlan = `custom-${id}`
  await sql`insert into plans (code, workspace_id, name, position, messages, campaigns, connections, documents, members, crawl_pages,
      imported_customers, active_sequences)
    select ${plan}, ${workspaceId}, ${name}, position, ${limits.messages}, ${limits.campaigns}, ${limits.connections}, ${limits.documents},
      ${limits.members}, ${limits.crawl_pages}, ${limits.imported_customers}, ${limits.active_sequences}
    from plans where code = 'custom'`.execute(tx)
  for (const { interval, currency, amount } of prices)
    await sql`insert into prices (id, plan, interval, currency, amount, valid_from)
      values (${newId()}, ${plan}, ${interval}, ${currency}, ${amount}, ${now})`.execute(tx)
  await sql`insert into offers (id, workspace_id, plan, note, valid_until, holds_from, made_at)
    values (${id}, ${workspaceId}, ${plan}, ${note}, ${draft.validUntil}, ${draft.holdsFrom}, ${now})`.execute(tx)
  return { id, plan }
}

function pricesOf({ prices }: Terms, language: 'vi' | 'en'): string {
  const words = language === 'vi' ? { month: 'mỗi tháng', year: 'mỗi năm' } : { month: 'a month', year: 'a year' }
  return prices
    .flatMap(({ interval, currency, amount }) =>
      interval === 'once' ? [] : [`${formatMoney(amount, currency, language)} ${words[interval]}`],
    )
    .join(', ')
}
