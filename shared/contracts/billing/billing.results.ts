import { orderedPlan } from '../offers.contract.ts'
import { z } from 'zod'
import { currencies } from '../../rules/money/money.ts'
import { intervals, paymentMethods } from '../../words.ts'
import { instant } from '../endpoint.ts'

/** What everybody may know of the plans, with today's prices; null: no limit. */
export const pricedPlan = z.object({
  code: z.string(),
  messages: z.number().nullable(),
  campaigns: z.number().nullable(),
  connections: z.number().nullable(),
  documents: z.number().nullable(),
  members: z.number().nullable(),
  crawl_pages: z.number(),
  trial_days: z.number().nullable(),
  prices: z.array(z.object({ interval: z.enum(intervals), currency: z.enum(currencies), amount: z.number() })),
  /** What a thousand further messages cost who has it; none: they are not sold. */
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

/** Where a provider's own page stands. */
const checkout = z.object({ method: z.enum(['stripe', 'payoneer']), checkout_url: z.string().nullable() })

export const shownOrder = z.object({
  due: z.number(),
  /** While it can be paid: what is needed for it. */
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
  /** Of kind extra: how many packs of messages. */
  packs: z.number().nullable(),
  period_start: instant,
  period_end: instant,
  from_plan: z.string().nullable(),
  from_interval: z.enum(intervals).nullable(),
  from_until: instant.nullable(),
  created_at: instant,
  expires_at: instant,
  settled_at: instant.nullable(),
  /** From when on it pays for nothing any more: its money went back, or what it stood on is gone. */
  ended_at: instant.nullable(),
  /** How much of it became credit, in the currency's smallest coin. */
  credited: z.number(),
})
