import { type RawBuilder, sql } from 'kysely'
import { methodOf } from '#features/billing/methods.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import { hasDevice, type Reader, deliverNews } from './notify.ts'

type About = { workspace: string | null; amount: number; currency: string }

export async function notifyDeskProof(
  platform: Platform,
  tx: Tx,
  { proof_id, order_id }: EventCatalogue['proof.sent'],
): Promise<void> {
  await notifyDesk(platform, tx, `proof ${proof_id}`, 'proof', aboutOrder(order_id))
}

export async function notifyDeskTransfer(
  platform: Platform,
  tx: Tx,
  { transaction_id: id, amount }: EventCatalogue['transfer.unmatched'],
): Promise<void> {
  const about = sql<About>`select null as workspace, ${amount}::bigint as amount, 'VND' as currency`
  await notifyDesk(platform, tx, `transfer ${id}`, 'transfer', about)
}

/** A refund waiting for approval or a manual transfer, or one that went back without us. */
export async function notifyDeskRefund(
  platform: Platform,
  tx: Tx,
  { refund_id: id, status }: EventCatalogue['refund.changed'],
): Promise<void> {
  const { rows } = await sql<{ method: PaymentMethodKind; by_itself: boolean; turns: number }>`select o.method, r.turns,
      (r.path = 'review' or r.part) and r.requested_by is null as by_itself
    from refunds r join orders o on o.id = r.order_id where r.id = ${id}`.execute(tx)
  const [refund] = rows
  if (!refund) return
  const byHand = !methodOf(refund.method).refund
  const what =
    status === 'requested'
      ? 'refund'
      : status === 'approved' && byHand
        ? 'refund_send'
        : status === 'failed' && (!byHand || refund.turns > 0)
          ? 'refund_failed'
          : status === 'succeeded' && refund.by_itself
            ? 'taken_back'
            : undefined
  if (what)
    await notifyDesk(
      platform,
      tx,
      `refund ${id} ${status}${refund.turns ? ` ${refund.turns}` : ''}`,
      what,
      aboutRow('refunds', id),
    )
}

export async function notifyDeskWithdrawal(
  platform: Platform,
  tx: Tx,
  { withdrawal_id: id, status }: EventCatalogue['withdrawal.changed'],
): Promise<void> {
  if (status === 'requested')
    await notifyDesk(platform, tx, `withdrawal ${id}`, 'withdrawal', aboutRow('withdrawals', id))
}

export async function notifyDeskCommission(
  platform: Platform,
  tx: Tx,
  { commission_id: id, status }: EventCatalogue['commission.changed'],
): Promise<void> {
  if (status === 'held') await notifyDesk(platform, tx, `commission ${id} held`, 'held', aboutRow('commissions', id))
}

export async function notifyDeskEInvoice(
  platform: Platform,
  tx: Tx,
  { invoice_id: id }: EventCatalogue['e-invoice.requested'],
): Promise<void> {
  const about = sql<About>`select w.name as workspace, i.total as amount, i.currency from invoices i
    left join workspaces w on w.id = i.workspace_id where i.id = ${id}`
  await notifyDesk(platform, tx, `e-invoice ${id} ${platform.clock.now().toISOString()}`, 'e_invoice', about)
}

/** Billing mails this already. */
export async function notifyDeskDispute(
  platform: Platform,
  tx: Tx,
  { order_id: id }: EventCatalogue['dispute.opened'],
): Promise<void> {
  await notifyDesk(platform, tx, `dispute ${id}`, 'dispute', aboutOrder(id), false)
}

export async function notifyDeskOdd(
  platform: Platform,
  tx: Tx,
  { order_id: id, what }: EventCatalogue['payment.odd'],
): Promise<void> {
  const at = what === 'part_returned' ? ` ${platform.clock.now().toISOString()}` : ''
  await notifyDesk(platform, tx, `odd ${what} ${id}${at}`, what, aboutOrder(id))
}

/** An offer accepted for the period's end is reported with the plan's price, and again when it is paid. */
export async function notifyDeskOffer(
  platform: Platform,
  tx: Tx,
  { offer_id: id, order_id: orderId }: EventCatalogue['offer.accepted'],
): Promise<void> {
  if (orderId) return notifyDesk(platform, tx, `offer ${id} paid`, 'offer_paid', aboutOrder(orderId))
  const about = sql<About>`select w.name as workspace, n.amount, n.currency from offers o
    left join workspaces w on w.id = o.workspace_id join subscriptions s on s.workspace_id = o.workspace_id
    join prices n on n.plan = o.plan and n.interval = s.pending_interval and n.currency = s.currency
    where o.id = ${id} order by n.valid_from desc limit 1`
  await notifyDesk(platform, tx, `offer ${id} chosen`, 'offer_chosen', about)
}

function aboutOrder(id: string): RawBuilder<About> {
  return aboutRow('orders', id)
}

function aboutRow(table: 'orders' | 'refunds' | 'withdrawals' | 'commissions', id: string): RawBuilder<About> {
  return sql<About>`select w.name as workspace, t.amount, t.currency from ${sql.table(table)} t
    left join workspaces w on w.id = t.workspace_id where t.id = ${id}`
}

async function notifyDesk(
  platform: Platform,
  tx: Tx,
  matter: string,
  what: string,
  about: RawBuilder<About>,
  mail = true,
): Promise<void> {
  const { rows } = await about.execute(tx)
  const [found] = rows
  if (!found) return
  const operators =
    await sql<Reader>`select p.id, p.email_verified, s.in_app, s.email, s.push, ${hasDevice} as has_device
    from people p left join notification_settings s on s.person_id = p.id and s.kind = 'payment'
    where p.is_operator and p.status = 'active' order by p.id`.execute(tx)
  const { workspace, amount, currency } = found
  const data = { what: `desk_${what}`, amount: Number(amount), currency, ...(workspace && { workspace }) }
  await deliverNews(platform, tx, operators.rows, {
    workspaceId: null,
    kind: 'payment',
    matter: `desk ${matter}`,
    data,
    mail,
  })
}
