import { startBankSimulator } from './simulators/payments/bank-simulator.ts'
import { startPayoneerSimulator } from './simulators/payments/payoneer-simulator.ts'
import { startStripeSimulator } from './simulators/stripe/stripe-simulator.ts'

export type DevPayments = {
  settings: Record<string, string>
  stripe: string
  payoneer: string
  bank: string
}

/** @param server receives notifications, except Payoneer's, which go to the address it is given */
export async function startDevPayments(
  ports: { stripe: number; payoneer: number; bank: number },
  server: string,
): Promise<DevPayments> {
  const stripe = await startStripeSimulator({ port: ports.stripe, webhookUrl: `${server}/hooks/stripe` })
  const payoneer = await startPayoneerSimulator({ port: ports.payoneer })
  const bank = await startBankSimulator({ port: ports.bank, server, idsFrom: Date.now() })
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
      BANK_ACCOUNT: bank.account,
      BANK_HOLDER: 'CONG TY SEN MO PHONG',
      SEPAY_HMAC_SECRET: bank.keys.sepay,
      SEPAY_API_TOKEN: bank.keys.sepayToken,
      SEPAY_API_BASE: bank.url,
      CASSO_CHECKSUM_KEY: bank.keys.casso,
    },
    stripe: stripe.url,
    payoneer: payoneer.url,
    bank: bank.url,
  }
}
