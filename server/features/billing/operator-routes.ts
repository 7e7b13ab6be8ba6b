import { z } from 'zod'
import { type Route, route } from '#platform/feature.ts'
import { offerBody, termsBody } from '#shared/contracts/offers.contract.ts'
import { decideRefund, overrideRefund } from './refunds/ask-refund.ts'
import { linkProofById } from './methods/bank/save-proof.ts'
import {
  approvalBody,
  approveProof,
  attachBody,
  attachTransfer,
  listOpenProofs,
  listUnmatched,
  rejectionBody,
  rejectProof,
} from './methods/bank/review-transfers.ts'
import { eInvoiceFailed, eInvoiceIssued, issuedBody, listOpenEInvoices } from './e-invoices/ask-e-invoice.ts'
import { listOpenRefunds } from './refunds/list-refunds.ts'
import { endOffer } from './offers/end-offer.ts'
import { listOffers } from './offers/list-offers.ts'
import { announceTerms, makeOffer } from './offers/make-offer.ts'
import { listReturnedParts, returnedBody, settleReturnedPart } from './methods/payoneer/returned-parts.ts'
import { addPrice, dropPrice, listPrices, priceBody } from './prices/operator-prices.ts'
import { listRefused, refusedReturned } from './payments/refused-payments.ts'
import { refundArrived, refundFailed, refundSent, sendRefundAgain } from './refunds/send-refund.ts'

const params = z.object({ id: z.uuid() })
const text = z.string().trim().min(1).max(500)
const who = 'operator' as const
/** Money that leaves: the second step was given just now. */
const sends = { who, fresh: true } as const

/** What operators decide about money. Everything that changes something stands in the audit log of the workspace. */
export const operatorBillingRoutes: Route[] = [
  route('GET /api/v1/operator/proofs', { who }, async platform => ({ proofs: await listOpenProofs(platform) })),
  route('GET /api/v1/operator/proofs/:id/file', { who, params }, linkProofById),
  route('POST /api/v1/operator/proofs/:id/approve', { who, params, body: approvalBody }, approveProof),
  route('POST /api/v1/operator/proofs/:id/reject', { who, params, body: rejectionBody }, rejectProof),
  route('GET /api/v1/operator/transfers', { who }, async platform => ({ transfers: await listUnmatched(platform) })),
  route('POST /api/v1/operator/transfers/:id/attach', { who, params, body: attachBody }, attachTransfer),
  route('GET /api/v1/operator/refunds', { who }, async platform => ({ refunds: await listOpenRefunds(platform) })),
  route(
    'POST /api/v1/operator/refunds',
    { ...sends, status: 201, body: z.object({ order_id: z.uuid(), reason: text }) },
    overrideRefund,
  ),
  route('POST /api/v1/operator/refunds/:id/approve', { ...sends, params }, (platform, operator, { id }) =>
    decideRefund(platform, operator, { id, approved: true, note: '' }),
  ),
  route(
    'POST /api/v1/operator/refunds/:id/reject',
    { ...sends, params, body: z.object({ note: text }) },
    (platform, operator, { id, note }) => decideRefund(platform, operator, { id, approved: false, note }),
  ),
  route(
    'POST /api/v1/operator/refunds/:id/sent',
    { ...sends, params, body: z.object({ reference: z.string().trim().min(1).max(100) }) },
    (platform, operator, { id, reference }) => refundSent(platform, id, reference, operator),
  ),
  route('POST /api/v1/operator/refunds/:id/again', { ...sends, params }, (platform, operator, { id }) =>
    sendRefundAgain(platform, id, operator),
  ),
  route('POST /api/v1/operator/refunds/:id/arrived', { ...sends, params }, (platform, operator, { id }) =>
    refundArrived(platform, id, { by: operator }),
  ),
  route(
    'POST /api/v1/operator/refunds/:id/failed',
    { ...sends, params, body: z.object({ note: text }) },
    (platform, operator, { id, note }) => refundFailed(platform, id, note, { by: operator }),
  ),
  route('GET /api/v1/operator/returned-parts', { who }, listReturnedParts),
  route(
    'POST /api/v1/operator/returned-parts/:id/settle',
    { ...sends, params, body: returnedBody },
    settleReturnedPart,
  ),
  route('GET /api/v1/operator/refused-payments', { who }, listRefused),
  route('POST /api/v1/operator/refused-payments/:id/returned', { ...sends, params }, refusedReturned),
  route('GET /api/v1/operator/prices', { who }, listPrices),
  route('POST /api/v1/operator/prices', { who, status: 201, body: priceBody }, addPrice),
  route('POST /api/v1/operator/prices/:id/drop', { who, params }, dropPrice),
  route('GET /api/v1/operator/workspaces/:id/offers', { who, params }, listOffers),
  route('POST /api/v1/operator/workspaces/:id/offers', { who, status: 201, params, body: offerBody }, makeOffer),
  route('POST /api/v1/operator/workspaces/:id/terms', { who, status: 201, params, body: termsBody }, announceTerms),
  route('POST /api/v1/operator/offers/:id/end', { who, params }, endOffer),
  route('GET /api/v1/operator/e-invoices', { who }, listOpenEInvoices),
  route('POST /api/v1/operator/e-invoices/:id/issued', { who, params, body: issuedBody }, eInvoiceIssued),
  route('POST /api/v1/operator/e-invoices/:id/failed', { who, params, body: z.object({ note: text }) }, eInvoiceFailed),
]
