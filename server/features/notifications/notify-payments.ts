import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notify } from './notify.ts'
import { nameOf } from './notify-shop.ts'

type Money = { amount: number; currency: string }
type About = { workspaceId: string; matter: string; what: string; money?: Money | undefined; mail?: boolean }

export async function notifySettled(
  platform: Platform,
  tx: Tx,
  { workspace_id, order_id }: EventCatalogue['order.settled'],
): Promise<void> {
  const money = await moneyOf(tx, order_id)
  await notifyAdmins(platform, tx, {
    workspaceId: workspace_id,
    matter: `order ${order_id} settled`,
    what: 'settled',
    money,
  })
}

/** Not what the buyer cancelled or let expire. */
export async function notifyOrderFailed(
  platform: Platform,
  tx: Tx,
  { workspace_id, order_id, detail }: EventCatalogue['order.failed'],
): Promise<void> {
  if (detail !== 'declined' && detail !== 'other_currency') return
  const money = await moneyOf(tx, order_id)
  const about = { workspaceId: workspace_id, matter: `order ${order_id} ${detail}`, what: detail, money }
  await notifyAdmins(platform, tx, { ...about, mail: true })
}

export async function notifyCredited(
  platform: Platform,
  tx: Tx,
  { workspace_id, order_id, amount, currency, why }: EventCatalogue['payment.credited'],
): Promise<void> {
  await notifyAdmins(platform, tx, {
    workspaceId: workspace_id,
    matter: `order ${order_id} credited ${why} ${amount} ${platform.clock.now().toISOString()}`,
    what: 'credited',
    money: { amount, currency },
  })
}

export async function notifyRefund(
  platform: Platform,
  tx: Tx,
  { workspace_id, refund_id, status }: EventCatalogue['refund.changed'],
): Promise<void> {
  if (status !== 'succeeded' && status !== 'rejected') return
  const { rows } = await sql<Money>`select amount, currency from refunds where id = ${refund_id}`.execute(tx)
  await notifyAdmins(platform, tx, {
    workspaceId: workspace_id,
    matter: `refund ${refund_id} ${status}`,
    what: status === 'succeeded' ? 'refunded' : 'refund_rejected',
    money: rows[0],
  })
}

export async function notifyTrialEnding(
  platform: Platform,
  tx: Tx,
  { workspace_id, days_left }: EventCatalogue['trial.ending'],
): Promise<void> {
  await notifyAdmins(platform, tx, {
    workspaceId: workspace_id,
    matter: `trial ${workspace_id} ${days_left}`,
    what: days_left > 1 ? 'trial_soon' : 'trial_tomorrow',
  })
}

export async function notifyOffer(
  platform: Platform,
  tx: Tx,
  { workspace_id, offer_id, what }: EventCatalogue['offer.changed'],
): Promise<void> {
  await notifyAdmins(platform, tx, {
    workspaceId: workspace_id,
    matter: `offer ${offer_id} ${what}`,
    what: `offer_${what}`,
  })
}

async function moneyOf(tx: Tx, orderId: string): Promise<Money | undefined> {
  const { rows } = await sql<Money>`select amount, currency from orders where id = ${orderId}`.execute(tx)
  return rows[0]
}

/** Not mailed by default: billing mails receipts, reminders, offers, credit and refunds. */
async function notifyAdmins(platform: Platform, tx: Tx, about: About): Promise<void> {
  const { workspaceId, matter, what, money, mail = false } = about
  const workspace = await nameOf(tx, workspaceId)
  const data = { what, workspace, ...(money && { amount: Number(money.amount), currency: money.currency }) }
  await notify(platform, tx, 'admins', { workspaceId, kind: 'payment', matter, data, mail })
}
