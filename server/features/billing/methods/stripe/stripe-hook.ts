import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { PaymentHook } from '../hook.ts'
import { isFromStripe } from './stripe-signature.ts'
import { stripeEvent } from './stripe-objects.ts'
import { paymentFailed, takeSession } from './take-session.ts'

/** A notification only says what changed; the current state is fetched, so order, delay and repetition do not matter. */
export const stripeHook: PaymentHook = {
  address: '/hooks/stripe',
  provider: 'stripe',
  refusal: 400,
  storedHeaders: [],
  isGenuine: ({ config, clock }, request) => isFromStripe(config.STRIPE_WEBHOOK_SECRET, request, clock.now()),
  idOf: raw => readEvent(raw)?.id,
  async read(platform, { raw }) {
    const event = readEvent(raw)
    if (!event) return { ignored: 'shape' }
    const { object } = event.data
    if (event.type === 'checkout.session.async_payment_failed') await paymentFailed(platform, object.id)
    else if (event.type.startsWith('checkout.session.')) await takeSession(platform, object.id)
    const work = workOf(event.type, object)
    if (!work) return event.type.startsWith('checkout.session.') ? undefined : { ignored: event.type.slice(0, 100) }
    await platform.db.asService(null, tx => platform.jobs.enqueue(tx, work))
    return undefined
  },
}

type About = { id: string; customer?: string | undefined; payment_intent?: string | undefined }

function workOf(type: string, { id, customer, payment_intent: paymentIntent }: About) {
  if (type.startsWith('refund.') || type === 'charge.refund.updated')
    return { kind: 'take refund', key: `take refund ${id}`, payload: { refund: id } }
  if (type === 'charge.refunded' && paymentIntent)
    return { kind: 'take refund', key: `take refunds ${paymentIntent}`, payload: { payment_intent: paymentIntent } }
  if (type.startsWith('charge.dispute.'))
    return { kind: 'take dispute', key: `take dispute ${id}`, payload: { dispute: id } }
  const follows = /^(invoice\.|customer\.subscription\.|checkout\.session\.)/.test(type)
  return follows && customer ? syncOf(customer) : undefined
}

/** Serialises one customer's changes across processes. */
function syncOf(customer: string) {
  return {
    kind: 'sync subscription',
    key: `sync stripe ${customer}`,
    lane: `stripe ${customer}`,
    payload: { customer },
  }
}

export async function enqueueSync(platform: Platform, tx: Tx, customer: string): Promise<void> {
  await platform.jobs.enqueue(tx, syncOf(customer))
}

function readEvent(raw: string) {
  try {
    const read = stripeEvent.safeParse(JSON.parse(raw))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}
