/** What is missing of an order yet, in its currency's smallest coin. */
export function dueOf(order: { amount: number; credit_used: number; received: number }): number {
  return Math.max(0, order.amount - order.credit_used - order.received)
}
