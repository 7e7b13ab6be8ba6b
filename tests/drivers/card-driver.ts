import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { startPayoneerSimulator } from '#dev/simulators/payments/payoneer-simulator.ts'
import { startStripeSimulator } from '#dev/simulators/stripe/stripe-simulator.ts'
import { openBankDriver, type ShownOrder } from './bank-driver.ts'

const startAt = Date.parse('2026-11-20T03:00:00Z')

export type CardDriver = Awaited<ReturnType<typeof openCardDriver>>
export type CardOrder = Omit<ShownOrder, 'payment'> & {
  currency: string
  payment: { method: string; checkout_url: string } | null
}

export async function openCardDriver(settings: Record<string, string> = {}) {
  const stripe = await startStripeSimulator({ startAt })
  const payoneer = await startPayoneerSimulator({ startAt })
  const desk = await openBankDriver({
    STRIPE_SECRET_KEY: stripe.world.key,
    STRIPE_WEBHOOK_SECRET: stripe.world.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    PAYONEER_MERCHANT_CODE: payoneer.merchant.code,
    PAYONEER_API_TOKEN: payoneer.merchant.token,
    PAYONEER_BASE_URL: payoneer.url,
    PAYMENTS_SIMULATOR: 'on',
    ...settings,
  })
  const { platform, app } = desk
  platform.clock.advance(startAt - platform.clock.now().getTime())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  // Payoneer's notices arrive here.
  platform.config.publicUrl = url
  stripe.deliveries.url = `${url}/hooks/stripe`

  async function settle(): Promise<void> {
    for (let seen = -1; seen !== stripe.calls.length + payoneer.calls.length + stripe.deliveries.list.length;) {
      seen = stripe.calls.length + payoneer.calls.length + stripe.deliveries.list.length
      await stripe.settled()
      await payoneer.settled()
      await platform.jobs.drain()
    }
  }

  async function sim(simulator: { url: string }, name: string, body: object = {}): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${simulator.url}/__sim/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const read = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(read)}`)
    return read
  }

  async function orderBy(method: 'stripe' | 'payoneer', input: object = {}, who = desk.owner): Promise<CardOrder> {
    const body = { plan: 'pro', interval: 'month', method, ...input }
    const answer = await desk.call<CardOrder>('POST /orders', body, who)
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  return {
    ...desk,
    stripe,
    payoneer,
    url,
    settle,
    sim,
    orderBy,
    pageOf: (order: CardOrder) => order.payment?.checkout_url.split('/').at(-1) ?? '',
    rows: <T>(table: 'payments' | 'orders' | 'invoices' | 'refunds', who = desk.owner) =>
      desk.read(sql<T>`select * from ${sql.raw(table === 'payments' ? 'private.payments' : `public.${table}`)}
        where workspace_id = ${who.workspaceId} order by 1`),
    async pass(ms: number) {
      platform.clock.advance(ms)
      await stripe.clock.advance(ms)
      await payoneer.clock.advance(ms)
      await settle()
    },
    async close() {
      await stripe.close()
      await payoneer.close()
      await desk.close()
    },
  }
}
