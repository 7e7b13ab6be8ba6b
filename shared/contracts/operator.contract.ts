import type { Currency } from '../rules/money/money.ts'
import type { Interval, Language, PaymentMethodKind, SoldPlan } from '../words.ts'

// What the operator desk reads: `GET /api/v1/operator/*`. Amounts in the currency's smallest coin, times in ISO 8601 UTC.

/** A picture of a transfer that waits to be looked at. */
export type DeskProof = {
  id: string
  order_id: string
  workspace: string | null
  memo_code: string
  amount: number
  due: number
  reference: string | null
  created_at: string
  /** Other proofs with the very same picture. */
  same_picture: number
}

/** Money that led to no order. `reason`: no_code, unknown_code, two_codes, closed_workspace. */
export type DeskTransfer = {
  id: string
  amount: number
  content: string
  reference: string | null
  booked_at: string
  reason: string
  suggestions: { order_id: string; memo_code: string; workspace: string | null }[]
}

export type DeskRefund = {
  id: string
  workspace: string | null
  amount: number
  currency: Currency
  path: 'auto' | 'review'
  /** succeeded: only what a provider gave back by itself, for thirty days. */
  status: 'requested' | 'approved' | 'sent' | 'failed' | 'succeeded'
  /** Given back at the provider, without us: a part of the payment. */
  part: boolean
  /** Later orders of the same plan that were asked back with it, and are decided with it. */
  together: { amount: number; currency: Currency }[]
  /** A bank is taking this payment back: what it decides comes first. */
  disputed: boolean
  reason: string
  note: string | null
  usage_ratio: number
  requested_at: string
  due_by: string | null
  method: PaymentMethodKind
  memo_code: string
  settled_at: string | null
  /** The provider sends it by itself; nobody says here that it was sent, unless it failed there. */
  by_provider: boolean
  /** A person sent it by a transfer after it had failed at its provider. */
  by_hand: boolean
}

/**
 * `GET /api/v1/operator/returned-parts`: payments of which Payoneer gave a part back without saying how much. `id`: the order's;
 * `booked`: what the books hold of it already.
 */
export type DeskReturnedPart = {
  id: string
  workspace: string | null
  amount: number
  currency: Currency
  booked: number
  memo_code: string
  reference: string
  told_at: string
  paid_at: string
}

/** A payment in another currency than its order's, which has to go back. `amount` in the smallest coin; 0: not told. */
export type DeskRefusedPayment = {
  id: string
  workspace: string | null
  method: PaymentMethodKind
  amount: number
  currency: string
  order_currency: Currency
  memo_code: string
  reference: string
  /** Why its provider did not send it back. */
  note: string | null
  told_at: string
}

export type DeskContactRequest = {
  id: string
  name: string
  contact: string
  message: string
  language: Language
  status: 'open' | 'done'
  created_at: string
  done_at: string | null
}

/** A job that was given up, without what it held. */
export type DeskDeadLetter = {
  id: string
  workspace: string | null
  kind: string
  reason: string
  attempts: number
  created_at: string
}

export type DeskWorkspace = {
  id: string
  name: string
  owner: string | null
  members: number
  plan: string | null
  plan_status: string | null
  /** One of its payments is being taken back by a bank. */
  disputed: boolean
  created_at: string
}

/** The first of those that are found, and how many there are. */
export type DeskWorkspaces = { workspaces: DeskWorkspace[]; total: number }

/** What a plan costs from a moment on. Who has it keeps it until thirty days after a later one was told (`announced_at`). */
export type DeskPrice = {
  id: string
  plan: SoldPlan
  /** once: a thousand further messages. */
  interval: Interval | 'once'
  currency: Currency
  amount: number
  valid_from: string
  announced_at: string | null
  state: 'coming' | 'current' | 'past'
  /** Plans that run at this price. */
  subscribers: number
}

/** How one part of the installation does. look: somebody should see to it some time; bad: now. */
export type HealthFact = {
  name:
    | 'jobs'
    | 'timers'
    | 'dead_letters'
    | 'mail'
    | 'deliveries'
    | 'channels'
    | 'payments'
    | 'unmatched'
    | 'proxy'
    | 'model'
    | 'database'
    | 'backup'
    | 'disk'
  state: 'ok' | 'look' | 'bad'
  count?: number
  of?: number
  at?: string | null
  /** Which one, or what it is. */
  text?: string
  bytes?: number
  ofBytes?: number
}

/** `GET /api/v1/operator/health` */
export type DeskHealth = { at: string; facts: HealthFact[] }

/** `GET /api/v1/operator/page-views`: thirty days of the house, the last one today. `before`: views in the thirty before them. */
export type DeskPageViews = {
  total: number
  before: number
  days: { day: string; views: number }[]
  /** Those viewed most, at most fifty. */
  pages: { path: string; views: number }[]
}

type DeskParty = { name: string; tax_id: string; address: string; email: string }

/** A receipt whose legal e-invoice somebody has to issue, with all that it says. `id`: the receipt's. */
export type DeskEInvoice = {
  id: string
  status: 'requested' | 'failed'
  note: string | null
  requested_at: string
  number: string
  kind: 'invoice' | 'credit_note' | 'debit_note'
  seller: DeskParty
  buyer: DeskParty
  lines: {
    plan: string
    interval: string
    messages?: number
    from: string
    to: string
    quantity: number
    amount: number
  }[]
  currency: Currency
  method: PaymentMethodKind
  net: number
  tax_bp: number
  tax: number
  total: number
  issued_at: string
  /** The number of the receipt that it corrects. */
  corrects: string | null
}
