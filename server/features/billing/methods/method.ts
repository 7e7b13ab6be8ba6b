import type { z } from 'zod'
import type { billingApi } from '#shared/contracts/billing/billing.api.ts'
import type { Config } from '#server/config.ts'
import type { Platform } from '#platform/platform.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import type { Order } from '../orders/order.ts'
import type { RefusedPayment } from '../payments/refused-payments.ts'
import type { PaymentHook } from './hook.ts'

/** What the payer of an open order is shown. */
export type PaymentDetails = NonNullable<z.output<(typeof billingApi)['GET /api/v1/orders/:id']['result']>['payment']>

/**
 * What the provider calls what `open` made, and where the payer goes. `due`: what is to be paid there, where the provider
 * counts a first period by its own clock; the order then costs that.
 */
export type OpenedPayment = { providerRef: string; payUrl: string; due?: number }

/** What a refund asks of the provider. `reference`: its name for the payment that goes back. */
export type RefundOrder = { id: string; amount: number; currency: Currency; order: Order; reference: string }

/**
 * One way to pay. Money that came is told to `settleOrder` and to nothing else; a method never touches plans, limits or
 * invoices. Whatever calls a provider here runs outside of transactions and bears being run twice.
 */
export type PaymentMethod = {
  kind: PaymentMethodKind
  /** What it takes, the usual one first. */
  currencies: readonly [Currency, ...Currency[]]
  /** 'itself': the provider charges again on the 15th. 'by order': the workspace gets a renewal order a week before. */
  renews: 'itself' | 'by order'
  /** A first period ends on the very next 15th, however soon: the provider charges then by itself. */
  firstPeriod?: 'to the 15th'
  /** How long an order waits for its money. */
  orderLifeMs: number
  /** Whether this installation has its keys. A method without them is neither shown nor taken. */
  isSetUp(config: Config): boolean
  /** What the payer needs to see while the order is open. */
  details(platform: Platform, order: Order): PaymentDetails
  /** Makes the provider's page for a stored order. Called again for the same order it gives the same one. */
  open?(platform: Platform, order: Order): Promise<OpenedPayment>
  /** The order is over and nothing was paid: the provider's page must take nothing any more. */
  close?(platform: Platform, order: Order): Promise<void>
  /** Asks the provider what became of an order, and settles it where it was paid. Asked while a page waits, and by a timer. */
  look?(platform: Platform, order: Order): Promise<void>
  /** Sends money back, once for each refund id. 'sent': the provider tells later whether it arrived. */
  refund?(platform: Platform, refund: RefundOrder): Promise<{ providerRef: string; status: 'sent' | 'succeeded' }>
  /** Sends back what came in another currency than its order's, and ends what would charge it again. */
  returnRefused?(platform: Platform, payment: RefusedPayment): Promise<void>
  /** Stops or resumes charging on the 15th, for one that renews itself. */
  setRenewing?(
    platform: Platform,
    subscription: { workspaceId: string; providerSubscription: string },
    on: boolean,
  ): Promise<void>
  /** Addresses to which the provider tells its news. */
  hooks: readonly PaymentHook[]
}
