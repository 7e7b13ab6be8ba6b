import { z } from 'zod'
import { address, flag } from './setting-schemas.ts'

export const paymentSettings = {
  BANK_BIN: [
    'bank transfers: the six digits of the bank (BIN) whose account takes them',
    '',
    z.string().regex(/^(\d{6})?$/, 'six digits are wanted'),
  ],
  BANK_ACCOUNT: [
    'the number of that account',
    '',
    z.string().regex(/^[A-Za-z0-9]{0,19}$/, 'at most 19 letters and digits'),
  ],
  BANK_HOLDER: ['whose it is, in capitals without marks', '', z.string().max(100)],
  SEPAY_HMAC_SECRET: ['the secret that signs SePay’s notifications of /hooks/bank/sepay', '', z.string()],
  SEPAY_API_TOKEN: ['with it SePay is also asked for transfers while orders wait', '', z.string()],
  SEPAY_API_BASE: ['where SePay is asked', 'https://my.sepay.vn', address],
  CASSO_CHECKSUM_KEY: ['the key that signs Casso’s notifications of /hooks/bank/casso', '', z.string()],
  STRIPE_SECRET_KEY: ['cards by Stripe: the secret key of the account (sk_…)', '', z.string()],
  STRIPE_WEBHOOK_SECRET: [
    'and the secret that signs its notifications of /hooks/stripe (whsec_…); while it is being changed two, comma separated',
    '',
    z.string(),
  ],
  STRIPE_API_BASE: ['where Stripe is asked', 'https://api.stripe.com', address],
  PAYONEER_MERCHANT_CODE: ['Payoneer Checkout: the merchant’s code', '', z.string()],
  PAYONEER_API_TOKEN: ['and its API token', '', z.string()],
  PAYONEER_STORE_CODE: ['the store among several, where there are', '', z.string()],
  PAYONEER_BASE_URL: [
    'where Payoneer is asked; https://api.sandbox.oscato.com to try it',
    'https://api.live.oscato.com',
    address,
  ],
  PAYMENTS_SIMULATOR: [
    'on: the payment providers are simulated, and no money is taken; said at start, refused in production',
    'off',
    flag,
  ],
  USAGE_COURTESY_PERCENT: [
    'bot replies beyond a month’s limit, in percent of it, before it falls silent (0 to 20)',
    '0',
    z
      .string()
      .regex(/^(?:1?\d|20)$/)
      .transform(Number),
  ],
  SELLER_NAME: ['who sells, on invoices (default: BRAND_NAME)', '', z.string().max(200)],
  SELLER_MST: ['the seller’s tax number', '', z.string().max(20)],
  SELLER_ADDRESS: ['and address', '', z.string().max(300)],
} as const satisfies Record<string, readonly [string, string, z.ZodType]>
