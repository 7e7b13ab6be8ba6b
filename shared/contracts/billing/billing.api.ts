import { orderedPlan, planCode } from '../offers.contract.ts'
import { pricedPlan, shownOrder } from './billing.results.ts'
import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { intervals, metrics, paymentMethods, subscriptionStatuses } from '../../words.ts'
import { extraMessages } from '../../rules/money/extra-messages.ts'
import { currencies } from '../../rules/money/money.ts'
import { byId, instant } from '../endpoint.ts'

export const orderBody = z.object({
  plan: orderedPlan,
  interval: z.enum(intervals),
  method: z.enum(paymentMethods),
  currency: z.enum(currencies).optional(),
})

export const extraBody = z.object({
  packs: z.number().int().min(1).max(extraMessages.maxPacks).default(1),
  method: z.enum(paymentMethods),
  currency: z.enum(currencies).optional(),
})

const line = (maxLength: number) => z.string().trim().max(maxLength).default('')

export const detailsBody = z.object({
  company: line(200),
  tax_id: line(40),
  address: line(300),
  invoice_email: z.union([z.literal(''), z.email().max(254)]).default(''),
})

export const returnBody = z.object({ payment_id: z.uuid() })

/** `with`: later orders to be refunded too; the unused rest of the others becomes credit. */
const refundedOrder = z.object({
  order_id: z.uuid(),
  reason: z.string().trim().max(1000).default(''),
  with: z.array(z.uuid()).max(50).optional(),
})

/** An order, or a payment that paid for nothing. */
export const refundBody = z.union([refundedOrder, returnBody])

export const changeBody = z.object({
  plan: orderedPlan,
  interval: z.enum(intervals),
  method: z.enum(paymentMethods).optional(),
  /** Only quotes. */
  preview: z.boolean().default(false),
})

const renewalState = z.object({
  plan: planCode,
  status: z.enum(subscriptionStatuses),
  period_end: instant,
  cancel_at_period_end: z.boolean(),
})

export const billingApi = {
  'GET /api/v1/plans': {
    summary: 'Lists the plans with limits, prices and payment methods.',
    result: z.object({
      plans: z.array(pricedPlan),
      methods: z.array(
        z.object({
          kind: z.enum(paymentMethods),
          /** The default first. */
          currencies: z.array(z.enum(currencies)),
          /** 'itself': charged again on the 15th. 'by order': a renewal order comes a week before. */
          renews: z.enum(['itself', 'by order']),
        }),
      ),
    }),
  },
  'POST /api/v1/orders': {
    summary: 'Orders a plan; ordering the same again returns the open order.',
    body: orderBody,
    result: shownOrder,
  },
  'POST /api/v1/orders/extra-messages': {
    summary: 'Orders extra bot replies for the current period.',
    body: extraBody,
    result: shownOrder,
  },
  'GET /api/v1/orders/:id': {
    summary: 'Returns an order with its payment status.',
    params: byId,
    result: shownOrder,
  },
  'POST /api/v1/orders/:id/cancel': {
    summary: 'Cancels an order that is not paid.',
    params: byId,
    result: shownOrder,
  },
  'GET /api/v1/orders/:id/proof/file': {
    summary: 'Gives a link, valid for five minutes, to the latest proof of payment of an order.',
    params: byId,
    result: z.object({
      url: z.string(),
    }),
  },
  'POST /api/v1/billing/portal': {
    summary: "Opens Stripe's customer portal, where cards are changed.",
    result: z.object({
      url: z.string(),
    }),
  },
  'GET /api/v1/billing': {
    summary: 'Returns plan, subscription, credit, orders, payments and invoices of the shop.',
    result: z.object({
      credit: z.array(
        z.object({
          currency: z.enum(currencies),
          amount: z.number(),
        }),
      ),
      refundable: z.array(
        z.object({
          order_id: z.uuid(),
          amount: z.number(),
          currency: z.enum(currencies),
          path: z.enum(['review', 'auto']),
          until: instant,
          /** null: renewals have no guarantee. */
          guarantee_until: instant.nullable(),
          later: z.array(
            z.object({
              order_id: z.uuid(),
              kind: z.enum(['first', 'renewal', 'upgrade', 'extra']),
              plan: planCode,
              amount: z.number(),
              currency: z.enum(currencies),
              /** null: cannot be refunded as money. */
              path: z.enum(['review', 'auto']).nullable(),
              /** The unused part, otherwise credited. */
              credit: z.number(),
            }),
          ),
          stays: z
            .object({
              plan: planCode,
              until: instant,
            })
            .nullable(),
        }),
      ),
      e_invoices: z.array(
        z.object({
          invoice_id: z.uuid(),
          status: z.enum(['none', 'failed', 'requested', 'issued']),
          symbol: z.string().nullable(),
          number: z.string().nullable(),
          lookup_code: z.string().nullable(),
          lookup_url: z.string().nullable(),
        }),
      ),
      spare: z.array(
        z.object({
          payment_id: z.uuid(),
          order_id: z.uuid(),
          amount: z.number(),
          currency: z.enum(currencies),
        }),
      ),
    }),
  },
  'PUT /api/v1/billing-details': {
    summary: "Sets the buyer named on the shop's next invoices.",
    body: detailsBody,
    result: z.object({
      company: z.string(),
      tax_id: z.string(),
      address: z.string(),
      invoice_email: z.string(),
      warnings: z.array(z.literal('tax_id_doubtful')),
    }),
  },
  'GET /api/v1/invoices/:id/file': {
    summary: 'Gives a link, valid for five minutes, to the PDF of an invoice.',
    params: byId,
    result: z.object({
      url: z.string(),
    }),
  },
  'POST /api/v1/invoices/:id/e-invoice': {
    summary: 'Requests the legal e-invoice for a receipt.',
    params: byId,
    result: z.object({
      status: z.enum(['none', 'failed', 'requested', 'issued']),
    }),
  },
  'POST /api/v1/refunds': {
    summary: 'Requests a refund of an order or of a payment that paid for nothing.',
    body: refundBody,
    result: z.object({
      path: z.enum(['review', 'auto']),
      id: z.uuid(),
      status: z.enum(['approved', 'rejected', 'failed', 'sent', 'requested', 'succeeded']),
      currency: z.enum(currencies),
      amount: z.number(),
      order_id: z.uuid(),
      requested_at: instant,
      due_by: instant.nullable(),
      with: z.array(
        z.object({
          id: z.uuid(),
          currency: z.enum(currencies),
          amount: z.number(),
          order_id: z.uuid(),
        }),
      ),
    }),
  },
  'POST /api/v1/subscription/change': {
    summary: 'Changes the plan or its interval, or previews what that costs.',
    body: changeBody,
    result: z.object({
      order: shownOrder.nullable(),
      plan: planCode,
      interval: z.enum(intervals),
      currency: z.enum(currencies),
      /** now: the difference is paid. period_end: nothing is paid or refunded. none: no change. */
      when: z.enum(['none', 'period_end', 'now']),
      effective_at: instant,
      list_amount: z.number(),
      unused_value: z.number(),
      credit_used: z.number(),
      due_now: z.number(),
      credit_after: z.number(),
      next_amount: z.number(),
      next_at: instant,
      too_much: z.array(
        z.object({
          metric: z.enum(metrics),
          used: z.number(),
          limit: z.number(),
        }),
      ),
    }),
  },
  'POST /api/v1/subscription/cancel': {
    summary: 'Stops the renewal of the plan at the end of its period.',
    result: renewalState,
  },
  'POST /api/v1/subscription/resume': { summary: 'Resumes the renewal of a cancelled plan.', result: renewalState },
  'POST /api/v1/orders/:id/proof': {
    summary: 'Uploads a picture as proof of a bank transfer.',
    params: byId,
    body: z.file(),
    result: z.object({
      id: z.uuid(),
      status: z.enum(['submitted', 'approved', 'rejected', 'closed']),
      reference: z.string().nullable(),
      created_at: instant,
    }),
  },
} satisfies ApiPart
