import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { notify } from './notify.ts'
import { nameOf } from './notify-shop.ts'

type EarningsNews = { workspace_id: string; amount: number; currency: string }

/** Held or reversed commissions are shown on the screen only. */
export async function notifyCommission(
  platform: Platform,
  tx: Tx,
  changed: EventCatalogue['commission.changed'],
): Promise<void> {
  const { commission_id: id, status } = changed
  if (status !== 'pending' && status !== 'available') return
  const what = status === 'pending' ? 'earned' : 'earned_available'
  await notifyAdmins(platform, tx, `commission ${id} ${status}`, what, changed)
}

/** Without an email, as billing sends its own. Nobody is notified of their own cancellation. */
export async function notifyWithdrawal(
  platform: Platform,
  tx: Tx,
  changed: EventCatalogue['withdrawal.changed'],
): Promise<void> {
  const { withdrawal_id: id, status } = changed
  if (status === 'cancelled' || status === 'approved') return
  await notifyAdmins(platform, tx, `withdrawal ${id} ${status}`, `withdrawal_${status}`, changed)
}

async function notifyAdmins(
  platform: Platform,
  tx: Tx,
  matter: string,
  what: string,
  news: EarningsNews,
): Promise<void> {
  const { workspace_id: workspaceId, amount, currency } = news
  const data = { what, workspace: await nameOf(tx, workspaceId), amount: Number(amount), currency }
  await notify(platform, tx, 'admins', { workspaceId, kind: 'payment', matter, data, mail: false })
}
