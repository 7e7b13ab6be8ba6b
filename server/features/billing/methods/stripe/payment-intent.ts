import type { Platform } from '#platform/platform.ts'
import { readStripe, StripeError } from './stripe-api.ts'
import { listOf, stripeInvoicePayment } from './stripe-objects.ts'

/** Invoices list their payments separately. */
export async function paymentIntentOf(platform: Platform, reference: string): Promise<string> {
  if (!reference.startsWith('in_')) return reference
  const query = { invoice: reference, status: 'paid' }
  const { data } = await readStripe(platform, '/invoice_payments', query, listOf(stripeInvoicePayment))
  const paid = data.find(one => one.payment.payment_intent !== undefined)
  if (!paid?.payment.payment_intent) throw new StripeError(200, 'no_payment', `invoice ${reference} has no payment`)
  return paid.payment.payment_intent
}

export async function referencesOf(platform: Platform, paymentIntent: string): Promise<string[]> {
  const query = { payment: { type: 'payment_intent', payment_intent: paymentIntent } }
  const { data } = await readStripe(platform, '/invoice_payments', query, listOf(stripeInvoicePayment))
  return [paymentIntent, ...data.flatMap(one => one.invoice ?? [])]
}
