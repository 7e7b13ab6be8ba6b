// Simulated payment providers for `npm run dev`: cards, Payoneer, and a bank account without a feed.
import { startPayoneerSimulator } from './simulators/payoneer-simulator.ts'
import { startStripeSimulator } from './simulators/stripe-simulator.ts'

export type DevPayments = {
  /** Settings of the server that is to talk to them. */
  settings: Record<string, string>
  stripe: string
  payoneer: string
}

/** @param server where notifications go; Payoneer's go to the address that it is told */
export async function startDevPayments(
  ports: { stripe: number; payoneer: number },
  server: string,
): Promise<DevPayments> {
  const stripe = await startStripeSimulator({ port: ports.stripe, webhookUrl: `${server}/hooks/stripe` })
  const payoneer = await startPayoneerSimulator({ port: ports.payoneer })
  return {
    settings: {
      PAYMENTS_SIMULATOR: 'on',
      STRIPE_API_BASE: stripe.url,
      STRIPE_SECRET_KEY: stripe.world.key,
      STRIPE_WEBHOOK_SECRET: stripe.world.webhookSecret,
      PAYONEER_BASE_URL: payoneer.url,
      PAYONEER_MERCHANT_CODE: payoneer.merchant.code,
      PAYONEER_API_TOKEN: payoneer.merchant.token,
      BANK_BIN: '970422',
      BANK_ACCOUNT: '0900000001',
      BANK_HOLDER: 'CONG TY SEN MO PHONG',
    },
    stripe: stripe.url,
    payoneer: payoneer.url,
  }
}
