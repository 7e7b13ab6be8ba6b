import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { plainAmount } from '#shared/rules/money/money.ts'
import { splitTax } from '#shared/rules/money/tax.ts'
import { dueOf } from '../../orders/order-due.ts'
import type { Order } from '../../orders/order.ts'
import type { OpenedPayment } from '../method.ts'
import { callPayoneer, PayoneerError } from './payoneer-api.ts'

const askAgain = [minutes(1), minutes(3), minutes(10), minutes(30)]

/** Notifications go to an unguessable address. */
export async function openList(platform: Platform, order: Order): Promise<OpenedPayment> {
  const { publicUrl, BRAND_NAME, PAYONEER_STORE_CODE } = platform.config
  const token = randomBytes(32).toString('base64url')
  const who = await payerOf(platform, order)
  await platform.db.asService(null, tx =>
    sql`insert into private.payoneer_tokens (token_hash, order_id, created_at)
      values (${hashToken(token)}, ${order.id}, ${platform.clock.now()})`.execute(tx),
  )
  const list = await callPayoneer(platform, 'POST', 'lists', {
    transactionId: order.id,
    country: 'VN',
    integration: 'HOSTED',
    ...(PAYONEER_STORE_CODE ? { division: PAYONEER_STORE_CODE } : {}),
    callback: {
      returnUrl: `${publicUrl}/payment/payoneer/success?order=${order.id}`,
      cancelUrl: `${publicUrl}/payment/payoneer?order=${order.id}`,
      notificationUrl: `${publicUrl}/hooks/payoneer/${token}`,
    },
    customer: { number: order.workspace_id, email: who.email, company: { name: who.name } },
    payment: paymentOf(order, `${BRAND_NAME} ${order.memo_code}`),
    style: { language: who.language === 'en' ? 'en_US' : 'vi_VN', hostedVersion: 'v4' },
  })
  if (!list.redirect) throw new PayoneerError(200, 'a list without an address')
  await askLater(platform, order.id)
  return { providerRef: list.identification.longId, payUrl: list.redirect.url }
}

function paymentOf(order: Order, reference: string) {
  const due = dueOf(order)
  const { net, tax } = splitTax(due, order.tax_bp)
  const number = (amount: number) => Number(plainAmount(amount, order.currency))
  return {
    amount: number(due),
    netAmount: number(net),
    taxAmount: number(tax),
    currency: order.currency,
    reference,
    invoiceId: order.memo_code,
  }
}

async function payerOf(platform: Platform, order: Order): Promise<{ name: string; email: string; language: string }> {
  const [who] = await platform.db.readAsService<{ name: string; email: string; language: string }>(
    sql`select coalesce(w.company, w.name) as name, coalesce(w.invoice_email, p.email) as email, p.language
    from workspaces w join members m on m.workspace_id = w.id and m.role = 'admin' and m.status = 'active' join people p on p.id = m.person_id
    where w.id = ${order.workspace_id} order by p.id is distinct from ${order.created_by}::uuid, m.joined_at limit 1`,
  )
  return who ?? { name: '', email: '', language: 'vi' }
}

/** Polls, because a notification may be lost. */
async function askLater(platform: Platform, orderId: string): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    for (const ms of askAgain)
      await platform.jobs.enqueue(tx, {
        kind: 'poll payment',
        key: `poll payment ${orderId} after ${ms}`,
        payload: { order_id: orderId },
        runAt: after(now, ms),
      })
  })
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
