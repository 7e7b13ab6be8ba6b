import type { Platform } from '#platform/platform.ts'
import { splitTax } from '#shared/rules/money/tax.ts'
import { methodOf } from '../methods.ts'
import type { Order } from './order.ts'
import { dueOf } from './order-due.ts'

/** For the payer; `payment` is present while it can be paid. */
export function showOrder(platform: Platform, order: Order) {
  const { workspace_id, price_id, provider_ref, pay_url, created_by, terms_version, failed_at, ...shown } = order
  const open = order.status === 'processing' && dueOf(order) > 0
  return {
    ...shown,
    ...splitTax(order.amount, order.tax_bp),
    due: dueOf(order),
    payment: open ? methodOf(order.method).details(platform, order) : null,
  }
}
