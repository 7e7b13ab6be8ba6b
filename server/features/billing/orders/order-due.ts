/** In the currency's smallest unit. */
export function dueOf(order: { amount: number; credit_used: number; received: number }): number {
  return Math.max(0, order.amount - order.credit_used - order.received)
}
