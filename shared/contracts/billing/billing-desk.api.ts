import { customPlan, offerBody, termsBody } from '../offers.contract.ts'
import { deskOffers } from './offers.results.ts'
import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { byId, instant, nothing } from '../endpoint.ts'
import { deskEInvoice, deskPrice, deskRefund, deskRefusedPayment, deskReturnedPart } from '../operator.results.ts'
import { currencies } from '../../rules/money/money.ts'
import { intervals, soldPlans } from '../../words.ts'

/** Why a transfer is matched to no order: each has its words in the operator's texts. */
export const unmatchedReasons = ['no_code', 'unknown_code', 'two_codes', 'closed_workspace'] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/** Read off our bank account, not off the picture. */
export const approvalBody = z.object({
  amount: z.number().int().min(1).max(1_000_000_000_000),
  booked_date: z.iso.date(),
  reference: z.string().trim().min(1).max(100),
})

export const rejectionBody = z.object({ reason: z.string().trim().min(1).max(500) })

export const attachBody = z.union([
  z.object({ order_id: z.uuid() }),
  z.object({ memo_code: z.string().trim().toUpperCase().min(6).max(20) }),
])

/** Total so far, in the currency's smallest coin. */
export const returnedBody = z.object({ total: z.int().min(0).max(1_000_000_000_000) })

export const priceBody = z.object({
  plan: z.enum(soldPlans),
  /** once: a pack of messages. */
  interval: z.enum([...intervals, 'once']),
  currency: z.enum(currencies),
  /** In the currency's smallest coin, VAT included. */
  amount: z.number().int().min(1).max(1_000_000_000),
  /** In Vietnam. */
  from: z.iso.date(),
  /** Tells subscribers at other prices, whose renewals change thirty days later. */
  announce: z.boolean(),
})

const word = z.string().trim().min(1).max(60)

export const issuedBody = z.object({
  symbol: word,
  number: word,
  lookup_code: word,
  lookup_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]).default(''),
})

const refund = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  order_id: z.uuid(),
  /** A payment that paid for nothing; null: the order's own money. */
  payment_id: z.uuid().nullable(),
  /** The provider refunded a part on its own; the plan continues. */
  part: z.boolean(),
  amount: z.number(),
  currency: z.enum(currencies),
  path: z.enum(['review', 'auto']),
  status: z.enum(['approved', 'rejected', 'failed', 'sent', 'requested', 'succeeded']),
  reason: z.string(),
  note: z.string().nullable(),
  usage_ratio: z.number(),
  requested_by: z.string().nullable(),
  requested_at: instant,
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  due_by: instant.nullable(),
  sent_at: instant.nullable(),
  done_at: instant.nullable(),
  provider_ref: z.string().nullable(),
  /** How often it bounced after arriving. */
  turns: z.number(),
  /** Sent by bank transfer, though paid otherwise. */
  by_hand: z.boolean(),
  /** Decided together with this refund. */
  goes_with: z.string().nullable(),
  /** Taken from credit it had become. */
  from_credit: z.number(),
})

export const billingDeskApi = {
  'GET /api/v1/operator/proofs': {
    summary: 'Lists the proofs of payment that nobody has checked yet.',
    result: z.object({
      proofs: z.array(
        z.object({
          id: z.uuid(),
          order_id: z.uuid(),
          workspace_id: z.uuid(),
          workspace: z.string().nullable(),
          memo_code: z.string(),
          amount: z.number(),
          due: z.number(),
          reference: z.string().nullable(),
          created_at: instant,
          file_id: z.uuid(),
          /** Other proofs with the identical picture. */
          same_picture: z.number(),
        }),
      ),
    }),
  },
  'GET /api/v1/operator/proofs/:id/file': {
    summary: "Gives a link to the picture of a proof; that it was opened goes into the shop's audit log.",
    params: byId,
    result: z.object({
      url: z.string(),
    }),
  },
  'POST /api/v1/operator/proofs/:id/approve': {
    summary: 'Confirms that the money of a proof has arrived and settles its order.',
    params: byId,
    body: approvalBody,
    result: z.object({
      outcome: z.enum(['refused', 'known', 'settled', 'partial', 'credited']),
    }),
  },
  'POST /api/v1/operator/proofs/:id/reject': {
    summary: 'Rejects a proof of payment; its order stays open.',
    params: byId,
    body: rejectionBody,
    result: nothing,
  },
  'GET /api/v1/operator/transfers': {
    summary: 'Lists bank transfers that match no order, with orders that miss exactly their amount.',
    result: z.object({
      transfers: z.array(
        z.object({
          id: z.uuid(),
          amount: z.number(),
          content: z.string(),
          reference: z.string().nullable(),
          booked_at: instant,
          reason: z.enum(unmatchedReasons).nullable(),
          /** Orders open within a day that lack exactly this amount: hints only. */
          suggestions: z.array(
            z.object({
              order_id: z.uuid(),
              memo_code: z.string(),
              workspace: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  },
  'POST /api/v1/operator/transfers/:id/attach': {
    summary: 'Assigns an unmatched bank transfer to an order.',
    params: byId,
    body: attachBody,
    result: z.object({
      outcome: z.enum(['refused', 'known', 'settled', 'partial', 'credited']),
    }),
  },
  'GET /api/v1/operator/refunds': {
    summary: 'Lists refunds that an operator has to decide, send or follow up.',
    result: z.object({
      refunds: z.array(deskRefund),
    }),
  },
  'POST /api/v1/operator/refunds': {
    summary: 'Refunds an order against the refund policy, with a reason.',
    body: z.object({ order_id: z.uuid(), reason: z.string().trim().min(1).max(500) }),
    result: refund,
  },
  'POST /api/v1/operator/refunds/:id/approve': {
    summary: 'Approves a requested refund.',
    params: byId,
    result: refund,
  },
  'POST /api/v1/operator/refunds/:id/reject': {
    summary: 'Rejects a requested refund, with a note for the shop.',
    params: byId,
    body: z.object({ note: z.string().trim().min(1).max(500) }),
    result: refund,
  },
  'POST /api/v1/operator/refunds/:id/sent': {
    summary: 'Records that a refund was sent by bank transfer.',
    params: byId,
    body: z.object({ reference: z.string().trim().min(1).max(100) }),
    result: nothing,
  },
  'POST /api/v1/operator/refunds/:id/again': { summary: 'Sends a failed refund again.', params: byId, result: nothing },
  'POST /api/v1/operator/refunds/:id/arrived': {
    summary: 'Records that a refund has reached its payer.',
    params: byId,
    result: nothing,
  },
  'POST /api/v1/operator/refunds/:id/failed': {
    summary: 'Records that a refund failed or came back.',
    params: byId,
    body: z.object({ note: z.string().trim().min(1).max(500) }),
    result: nothing,
  },
  'GET /api/v1/operator/returned-parts': {
    summary: 'Lists payments of which the provider has returned a part that is not in the books yet.',
    result: z.object({
      returned_parts: z.array(deskReturnedPart),
    }),
  },
  'POST /api/v1/operator/returned-parts/:id/settle': {
    summary: 'Records how much of a payment the provider has returned in all.',
    params: byId,
    body: returnedBody,
    result: nothing,
  },
  'GET /api/v1/operator/refused-payments': {
    summary: 'Lists payments in a wrong currency that have to be returned.',
    result: z.object({
      refused_payments: z.array(deskRefusedPayment),
    }),
  },
  'POST /api/v1/operator/refused-payments/:id/returned': {
    summary: 'Records that a refused payment was returned.',
    params: byId,
    result: nothing,
  },
  'GET /api/v1/operator/prices': {
    summary: 'Lists all past, present and future prices of the plans.',
    result: z.object({
      prices: z.array(deskPrice),
    }),
  },
  'POST /api/v1/operator/prices': {
    summary: 'Sets the price of a plan from a future day on.',
    body: priceBody,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/operator/prices/:id/drop': {
    summary: 'Withdraws a future price that nobody was told of.',
    params: byId,
    result: nothing,
  },
  'GET /api/v1/operator/workspaces/:id/offers': {
    summary: 'Lists the custom plans that a shop was offered, and its present plan.',
    params: byId,
    result: deskOffers,
  },
  'POST /api/v1/operator/workspaces/:id/offers': {
    summary: 'Offers a shop a custom plan.',
    params: byId,
    body: offerBody,
    result: z.object({ id: z.uuid(), plan: customPlan }),
  },
  'POST /api/v1/operator/workspaces/:id/terms': {
    summary: 'Announces new terms for the custom plan of a shop, effective in thirty days at the earliest.',
    params: byId,
    body: termsBody,
    result: z.object({ id: z.uuid(), plan: customPlan }),
  },
  'POST /api/v1/operator/offers/:id/end': {
    summary: 'Withdraws an offer that was not accepted, or terms that are not effective yet.',
    params: byId,
    result: nothing,
  },
  'GET /api/v1/operator/e-invoices': {
    summary: 'Lists e-invoices that have to be issued by hand.',
    result: z.object({
      e_invoices: z.array(deskEInvoice),
    }),
  },
  'POST /api/v1/operator/e-invoices/:id/issued': {
    summary: 'Records that an e-invoice was issued, with its number.',
    params: byId,
    body: issuedBody,
    result: nothing,
  },
  'POST /api/v1/operator/e-invoices/:id/failed': {
    summary: 'Records why an e-invoice cannot be issued.',
    params: byId,
    body: z.object({ note: z.string().trim().min(1).max(500) }),
    result: nothing,
  },
} satisfies ApiPart
