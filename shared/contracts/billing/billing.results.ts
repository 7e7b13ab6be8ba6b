import { orderedPlan, planCode } from '../offers.contract.ts'
import { z } from 'zod'
import { currencies } from '../../rules/money/money.ts'
import { intervals, paymentMethods } from '../../words.ts'
import { instant } from '../endpoint.ts'

/** null: no limit. */
export const pricedPlan = z.object({
  code: planCode,
  messages: z.number().nullable(),
  campaigns: z.number().nullable(),
  connections: z.number().nullable(),
  documents: z.number().nullable(),
  members: z.number().nullable(),
  crawl_pages: z.number(),
  trial_days: z.number().nullable(),
  prices: z.array(z.object({ interval: z.enum(intervals), currency: z.enum(currencies), amount: z.number() })),
  /** Price per thousand; empty: not sold. */
  extra_messages: z.array(z.object({ currency: z.enum(currencies), amount: z.number() })),
})

const transferDetails = z.object({
  method: z.literal('bank'),
  bin: z.string(),
  bank: z.string(),
  account: z.string(),
  holder: z.string(),
  amount: z.number(),
  memo: z.string(),
  qr: z.string(),
})

const checkout = z.object({ method: z.enum(['stripe', 'payoneer']), checkout_url: z.string().nullable() })

export const shownOrder = z.object({
  due: z.number(),
  /** null once it cannot be paid. */
  payment: z.union([transferDetails, checkout]).nullable(),
  net: z.number(),
  tax: z.number(),
  id: z.uuid(),
  kind: z.enum(['first', 'renewal', 'upgrade', 'extra']),
  plan: orderedPlan,
  interval: z.enum(intervals),
  method: z.enum(paymentMethods),
  currency: z.enum(currencies),
  list_amount: z.number(),
  discount: z.number(),
  unused_value: z.number(),
  amount: z.number(),
  tax_bp: z.number(),
  credit_used: z.number(),
  received: z.number(),
  status: z.enum(['success', 'failed', 'processing']),
  status_detail: z.enum([
    'expired',
    'waiting',
    'cancelled',
    'created',
    'paid',
    'partial',
    'proof_review',
    'unpaid',
    'declined',
    'other_currency',
  ]),
  memo_code: z.string(),
  packs: z.number().nullable(),
  period_start: instant,
  period_end: instant,
  from_plan: planCode.nullable(),
  from_interval: z.enum(intervals).nullable(),
  from_until: instant.nullable(),
  created_at: instant,
  expires_at: instant,
  settled_at: instant.nullable(),
  /** When it was refunded or lost its basis. */
  ended_at: instant.nullable(),
  /** In the currency's smallest coin. */
  credited: z.number(),
})
