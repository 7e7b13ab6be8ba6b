import { hours } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { plainAmount } from '#shared/rules/money/money.ts'
import type { PaymentMethod, RefundOrder } from '../method.ts'
import { callPayoneer, PayoneerError, type PayoneerObject } from './payoneer-api.ts'
import { openList } from './open-list.ts'
import { payoneerHook } from './payoneer-hook.ts'
import { pairOf, takeCharge } from './take-charge.ts'

/** Charges once, on Payoneer's page; renewals are new orders. */
export const payoneerMethod: PaymentMethod = {
  kind: 'payoneer',
  currencies: ['USD'],
  renews: 'by order',
  orderLifeMs: hours(24),
  isSetUp: config => config.PAYONEER_MERCHANT_CODE !== '' && config.PAYONEER_API_TOKEN !== '',
  details: (_platform, order) => ({ method: 'payoneer', checkout_url: order.pay_url }),
  open: openList,
  async close(platform, order) {
    if (!order.provider_ref) return
    await callPayoneer(platform, 'DELETE', `lists/${encodeURIComponent(order.provider_ref)}`).catch(gone)
    // Paid at the last moment: it becomes credit, or reopens the order.
    await takeCharge(platform, order, order.provider_ref)
  },
  async poll(platform, order) {
    if (order.provider_ref) await takeCharge(platform, order, order.provider_ref)
  },
  refund: payOut,
  hooks: [payoneerHook],
}

/** Payoneer has no idempotency keys, so it is first asked whether the full refund already happened. */
async function payOut(platform: Platform, { id, amount, currency, order, reference }: RefundOrder) {
  const path = `charges/${encodeURIComponent(reference)}`
  const before = await callPayoneer(platform, 'GET', path)
  const now = isPaidOut(before)
    ? before
    : await callPayoneer(platform, 'POST', `${path}/payout`, {
        transactionId: id,
        payment: { amount: Number(plainAmount(amount, currency)), currency, reference: order.memo_code },
      })
  return { providerRef: now.identification.longId, status: isPaidOut(now) ? ('succeeded' as const) : ('sent' as const) }
}

/** In full only. */
function isPaidOut(charge: Pick<PayoneerObject, 'status'>): boolean {
  const pair = pairOf(charge)
  return pair.startsWith('paid_out/') && !pair.endsWith('_partial')
}

/** A used or expired list cannot be closed, but cannot be paid either. */
function gone(error: unknown): undefined {
  if (error instanceof PayoneerError && [404, 409, 410, 422].includes(error.status)) return undefined
  throw error
}
