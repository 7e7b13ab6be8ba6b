import { z } from 'zod'
import { currencies } from '../rules/money/money.ts'
import { paymentMethods, soldPlans, languages } from '../words.ts'

export const deskRefund = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
  path: z.enum(['review', 'auto']),
  /** succeeded: only what a provider gave back by itself, for thirty days. */
  status: z.enum(['approved', 'failed', 'sent', 'requested', 'succeeded']),
  /** Given back at the provider, without us: a part of the payment. */
  part: z.boolean(),
  /** Later orders of the same plan that were asked back with it, and are decided with it. */
  together: z.array(
    z.object({
      amount: z.number(),
      currency: z.enum(currencies),
    }),
  ),
  /** A bank is taking this payment back: what it decides comes first. */
  disputed: z.boolean(),
  reason: z.string(),
  note: z.string().nullable(),
  usage_ratio: z.number(),
  requested_at: z.string(),
  due_by: z.string().nullable(),
  method: z.enum(paymentMethods),
  memo_code: z.string(),
  settled_at: z.string().nullable(),
  /** The provider sends it by itself; nobody says here that it was sent, unless it failed there. */
  by_provider: z.boolean(),
  /** A person sent it by a transfer after it had failed at its provider. */
  by_hand: z.boolean(),
})
export type DeskRefund = z.output<typeof deskRefund>

/**
 * `GET /api/v1/operator/returned-parts`: payments of which Payoneer gave a part back without saying how much. `id`: the order's;
 * `booked`: what the books hold of it already.
 */
export const deskReturnedPart = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
  booked: z.number(),
  memo_code: z.string(),
  reference: z.string(),
  told_at: z.string(),
  paid_at: z.string(),
})
export type DeskReturnedPart = z.output<typeof deskReturnedPart>

/** A payment in another currency than its order's, which has to go back. `amount` in the smallest coin; 0: not told. */
export const deskRefusedPayment = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  method: z.enum(paymentMethods),
  amount: z.number(),
  currency: z.string(),
  order_currency: z.enum(currencies),
  memo_code: z.string(),
  reference: z.string(),
  /** Why its provider did not send it back. */
  note: z.string().nullable(),
  told_at: z.string(),
})
export type DeskRefusedPayment = z.output<typeof deskRefusedPayment>

/** What a plan costs from a moment on. Who has it keeps it until thirty days after a later one was told (`announced_at`). */
export const deskPrice = z.object({
  id: z.uuid(),
  plan: z.enum(soldPlans),
  /** once: a thousand further messages. */
  interval: z.enum(['month', 'year', 'once']),
  currency: z.enum(currencies),
  amount: z.number(),
  valid_from: z.string(),
  announced_at: z.string().nullable(),
  state: z.enum(['past', 'coming', 'current']),
  /** Plans that run at this price. */
  subscribers: z.number(),
})
export type DeskPrice = z.output<typeof deskPrice>

/** A receipt whose legal e-invoice somebody has to issue, with all that it says. `id`: the receipt's. */
export const deskEInvoice = z.object({
  id: z.uuid(),
  status: z.enum(['failed', 'requested']),
  note: z.string().nullable(),
  requested_at: z.string(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note', 'debit_note']),
  seller: z.object({
    name: z.string(),
    tax_id: z.string(),
    address: z.string(),
    email: z.string(),
  }),
  buyer: z.object({
    name: z.string(),
    tax_id: z.string(),
    address: z.string(),
    email: z.string(),
  }),
  lines: z.array(
    z.object({
      plan: z.string(),
      interval: z.string(),
      messages: z.number().optional(),
      from: z.string(),
      to: z.string(),
      quantity: z.number(),
      unit_price: z.number(),
      amount: z.number(),
    }),
  ),
  currency: z.enum(currencies),
  method: z.enum(paymentMethods),
  net: z.number(),
  tax_bp: z.number(),
  tax: z.number(),
  total: z.number(),
  issued_at: z.string(),
  /** The number of the receipt that it corrects. */
  corrects: z.string().nullable(),
})
export type DeskEInvoice = z.output<typeof deskEInvoice>

/** A job that was given up, without what it held. */
export const deskDeadLetter = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  kind: z.string(),
  reason: z.string(),
  attempts: z.number(),
  created_at: z.string(),
})
export type DeskDeadLetter = z.output<typeof deskDeadLetter>

/** How one part of the installation does. look: somebody should see to it some time; bad: now. */
export const healthFact = z.object({
  name: z.enum([
    'model',
    'jobs',
    'timers',
    'dead_letters',
    'mail',
    'deliveries',
    'channels',
    'payments',
    'unmatched',
    'proxy',
    'database',
    'backup',
    'disk',
  ]),
  state: z.enum(['bad', 'ok', 'look']),
  count: z.number().optional(),
  of: z.number().optional(),
  at: z.string().nullable().optional(),
  /** Which one, or what it is. */
  text: z.string().optional(),
  bytes: z.number().optional(),
  ofBytes: z.number().optional(),
})
export type HealthFact = z.output<typeof healthFact>

/** `GET /api/v1/operator/health` */
export const deskHealth = z.object({
  at: z.string(),
  facts: z.array(healthFact),
})
export type DeskHealth = z.output<typeof deskHealth>

export const deskWorkspace = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.string().nullable(),
  members: z.number(),
  plan: z.string().nullable(),
  plan_status: z.string().nullable(),
  /** One of its payments is being taken back by a bank. */
  disputed: z.boolean(),
  created_at: z.string(),
})
export type DeskWorkspace = z.output<typeof deskWorkspace>

/** The first of those that are found, and how many there are. */
export const deskWorkspaces = z.object({
  workspaces: z.array(deskWorkspace),
  total: z.number(),
})
export type DeskWorkspaces = z.output<typeof deskWorkspaces>

export const deskContactRequest = z.object({
  id: z.uuid(),
  name: z.string(),
  contact: z.string(),
  message: z.string(),
  language: z.enum(languages),
  status: z.enum(['open', 'done']),
  created_at: z.string(),
  done_at: z.string().nullable(),
})
export type DeskContactRequest = z.output<typeof deskContactRequest>

/** `GET /api/v1/operator/page-views`: thirty days of the house, the last one today. `before`: views in the thirty before them. */
export const deskPageViews = z.object({
  total: z.number(),
  before: z.number(),
  days: z.array(
    z.object({
      day: z.string(),
      views: z.number(),
    }),
  ),
  /** Those viewed most, at most fifty. */
  pages: z.array(
    z.object({
      path: z.string(),
      views: z.number(),
    }),
  ),
})
export type DeskPageViews = z.output<typeof deskPageViews>
