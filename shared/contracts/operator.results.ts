import { z } from 'zod'
import { planCode } from './offers.contract.ts'
import { instant } from './endpoint.ts'
import { currencies } from '../rules/money/money.ts'
import { hookFaults, paymentMethods, soldPlans, languages, storeFaults, subscriptionStatuses } from '../words.ts'

export const deskRefund = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
  path: z.enum(['review', 'auto']),
  /** succeeded: refunds by the provider itself, for thirty days. */
  status: z.enum(['approved', 'failed', 'sent', 'requested', 'succeeded']),
  /** Partial, at the provider. */
  part: z.boolean(),
  /** Later orders of the plan, decided together. */
  together: z.array(
    z.object({
      amount: z.number(),
      currency: z.enum(currencies),
    }),
  ),
  /** A chargeback is pending and takes precedence. */
  disputed: z.boolean(),
  reason: z.string(),
  note: z.string().nullable(),
  usage_ratio: z.number(),
  requested_at: instant,
  due_by: instant.nullable(),
  method: z.enum(paymentMethods),
  memo_code: z.string(),
  settled_at: instant.nullable(),
  /** Sent by the provider; no manual confirmation unless that failed. */
  by_provider: z.boolean(),
  by_hand: z.boolean(),
})
export type DeskRefund = z.output<typeof deskRefund>

/** Partial Payoneer refunds of unknown amount. `id`: the order's; `booked`: so far in the books. */
export const deskReturnedPart = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
  booked: z.number(),
  memo_code: z.string(),
  reference: z.string(),
  reported_at: instant,
  paid_at: instant,
})
export type DeskReturnedPart = z.output<typeof deskReturnedPart>

/** In the wrong currency, to be returned. Smallest coin; 0: unknown. */
export const deskRefusedPayment = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  method: z.enum(paymentMethods),
  amount: z.number(),
  currency: z.string(),
  order_currency: z.enum(currencies),
  memo_code: z.string(),
  reference: z.string(),
  /** Why the provider did not return it. */
  note: z.string().nullable(),
  reported_at: instant,
})
export type DeskRefusedPayment = z.output<typeof deskRefusedPayment>

/** Subscribers keep it until thirty days after `announced_at` of a later one. */
export const deskPrice = z.object({
  id: z.uuid(),
  plan: z.enum(soldPlans),
  interval: z.enum(['month', 'year', 'once']),
  currency: z.enum(currencies),
  amount: z.number(),
  valid_from: instant,
  announced_at: instant.nullable(),
  state: z.enum(['past', 'coming', 'current']),
  subscribers: z.number(),
})
export type DeskPrice = z.output<typeof deskPrice>

/** A legal e-invoice to be issued. `id`: the receipt's. */
export const deskEInvoice = z.object({
  id: z.uuid(),
  status: z.enum(['failed', 'requested']),
  note: z.string().nullable(),
  requested_at: instant,
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
  issued_at: instant,
  corrects: z.string().nullable(),
})
export type DeskEInvoice = z.output<typeof deskEInvoice>

/** Without its payload. */
export const deskDeadLetter = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  kind: z.string(),
  reason: z.string(),
  attempts: z.number(),
  created_at: instant,
})
export type DeskDeadLetter = z.output<typeof deskDeadLetter>

/** look: needs attention some time; bad: now. */
export const healthFact = z.object({
  name: z.enum([
    'model',
    'jobs',
    'timers',
    'dead_letters',
    'mail',
    'deliveries',
    'channels',
    'hooks',
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
  at: instant.nullable().optional(),
  text: z.string().optional(),
  /** why the store for backups could not be read */
  fault: z.enum(storeFaults).optional(),
  /** why a platform may not reach its webhook, and what was seen there; not there while it is being asked for the first time */
  hook: z.object({ fault: z.enum(hookFaults).nullable(), seen: z.string() }).optional(),
  bytes: z.number().optional(),
  ofBytes: z.number().optional(),
})
export type HealthFact = z.output<typeof healthFact>

export const deskHealth = z.object({
  at: instant,
  facts: z.array(healthFact),
})
export type DeskHealth = z.output<typeof deskHealth>

export const deskWorkspace = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.string().nullable(),
  members: z.number(),
  plan: planCode.nullable(),
  plan_status: z.enum(subscriptionStatuses).nullable(),
  /** A chargeback is pending. */
  disputed: z.boolean(),
  created_at: instant,
})
export type DeskWorkspace = z.output<typeof deskWorkspace>

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
  created_at: instant,
  done_at: instant.nullable(),
})
export type DeskContactRequest = z.output<typeof deskContactRequest>

/** Thirty days up to today. `before`: the thirty before them. */
export const deskPageViews = z.object({
  total: z.number(),
  before: z.number(),
  days: z.array(
    z.object({
      day: z.string(),
      views: z.number(),
    }),
  ),
  pages: z.array(
    z.object({
      path: z.string(),
      views: z.number(),
    }),
  ),
})
export type DeskPageViews = z.output<typeof deskPageViews>
