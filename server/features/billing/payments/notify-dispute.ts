import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { mailAdmins, mailOperators } from '../billing-mails.ts'
import { findOrder } from '../orders/order.ts'

export async function notifyDisputeOpened(
  platform: Platform,
  tx: Tx,
  { workspace_id, order_id }: EventCatalogue['dispute.opened'],
): Promise<void> {
  await notifyAdmins(platform, tx, workspace_id, order_id, 'dispute.opened')
}

export async function notifyDisputeClosed(
  platform: Platform,
  tx: Tx,
  { workspace_id, order_id, won }: EventCatalogue['dispute.closed'],
): Promise<void> {
  await notifyAdmins(platform, tx, workspace_id, order_id, won ? 'dispute.won' : 'dispute.lost')
}

async function notifyAdmins(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  orderId: string,
  body: 'dispute.opened' | 'dispute.won' | 'dispute.lost',
): Promise<void> {
  const order = await findOrder(tx, orderId)
  if (!order) return
  const { amount, currency, memo_code: memo } = order
  for (const mail of [mailAdmins, mailOperators])
    await mail(platform, tx, workspaceId, 'dispute', ({ language }) => ({
      values: { amount: formatMoney(amount, currency, language), memo },
      body,
      ...(mail === mailOperators ? { path: '/operator/workspaces' } : {}),
    }))
}
