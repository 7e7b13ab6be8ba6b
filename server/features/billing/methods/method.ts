import type { z } from 'zod'
import type { billingApi } from '#shared/contracts/billing/billing.api.ts'
import type { Config } from '#server/config.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import type { Order } from '../orders/order.ts'
import type { RefusedPayment } from '../payments/refused-payments.ts'
import type { PaymentHook } from './hook.ts'

export type PaymentDetails = NonNullable<z.output<(typeof billingApi)['GET /api/v1/orders/:id']['result']>['payment']>

/** `due`: the amount to pay if the provider prorates the first period; replaces the order's. */
export type OpenedPayment = { providerRef: string; payUrl: string; due?: number }

/** `reference`: the provider's id of the payment to refund. */
export type RefundOrder = { id: string; amount: number; currency: Currency; order: Order; reference: string }

/** Reports money only to `settleOrder`, never touches plans or invoices. Provider calls: outside of transactions, idempotent. */
export type PaymentMethod = {
  kind: PaymentMethodKind
  currencies: readonly [Currency, ...Currency[]]
  /** 'itself': the provider charges on the 15th. 'by order': a renewal order is opened a week before. */
  renews: 'itself' | 'by order'
  /** The first period ends on the next 15th, however soon, because the provider charges then. */
  firstPeriod?: 'to the 15th'
  /** An unpaid order expires after this. */
  orderLifeMs: number
  isSetUp(config: Config): boolean
  details(platform: Platform, order: Order): PaymentDetails
  /** Idempotent per order. */
  open?(platform: Platform, order: Order): Promise<OpenedPayment>
  /** The order ended unpaid: the provider's page must not accept money any more. */
  close?(platform: Platform, order: Order): Promise<void>
  /** Polls the provider and settles the order if paid; called while a payer waits, and by a timer. */
  poll?(platform: Platform, order: Order): Promise<void>
  /** Idempotent per refund id. 'sent': the provider confirms later. */
  refund?(platform: Platform, refund: RefundOrder): Promise<{ providerRef: string; status: 'sent' | 'succeeded' }>
  /** Returns a payment in the wrong currency and cancels whatever would charge it again. */
  returnRefused?(platform: Platform, payment: RefusedPayment): Promise<void>
  setRenewing?(
    platform: Platform,
    subscription: { workspaceId: string; providerSubscription: string },
    on: boolean,
  ): Promise<void>
  hooks: readonly PaymentHook[]
}
