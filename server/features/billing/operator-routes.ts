import { type Route, routesOf } from '#platform/feature.ts'
import { decideRefund, overrideRefund } from './refunds/ask-refund.ts'
import { linkProofById } from './methods/bank/save-proof.ts'
import {
  approveProof,
  attachTransfer,
  listOpenProofs,
  listUnmatched,
  rejectProof,
} from './methods/bank/review-transfers.ts'
import { eInvoiceFailed, eInvoiceIssued, listOpenEInvoices } from './e-invoices/ask-e-invoice.ts'
import { listOpenRefunds } from './refunds/list-refunds.ts'
import { endOffer } from './offers/end-offer.ts'
import { listOffers } from './offers/list-offers.ts'
import { announceTerms, makeOffer } from './offers/make-offer.ts'
import { listReturnedParts, settleReturnedPart } from './methods/payoneer/returned-parts.ts'
import { addPrice, dropPrice, listPrices } from './prices/operator-prices.ts'
import { listRefused, refusedReturned } from './payments/refused-payments.ts'
import { refundArrived, refundFailed, refundSent, sendRefundAgain } from './refunds/send-refund.ts'
import { billingDeskApi } from '#shared/contracts/billing/billing-desk.api.ts'

const route = routesOf(billingDeskApi)

const who = 'operator' as const
/** Money leaves, so a fresh second factor is required. */
const sends = { who, fresh: true } as const

/** Every change is recorded in the workspace's audit log. */
export const operatorBillingRoutes: Route[] = [
  route('GET /api/v1/operator/proofs', { who }, async platform => ({ proofs: await listOpenProofs(platform) })),
  route('GET /api/v1/operator/proofs/:id/file', { who }, linkProofById),
  route('POST /api/v1/operator/proofs/:id/approve', { who }, approveProof),
  route('POST /api/v1/operator/proofs/:id/reject', { who }, rejectProof),
  route('GET /api/v1/operator/transfers', { who }, async platform => ({ transfers: await listUnmatched(platform) })),
  route('POST /api/v1/operator/transfers/:id/attach', { who }, attachTransfer),
  route('GET /api/v1/operator/refunds', { who }, async platform => ({ refunds: await listOpenRefunds(platform) })),
  route('POST /api/v1/operator/refunds', { ...sends, status: 201 }, overrideRefund),
  route('POST /api/v1/operator/refunds/:id/approve', { ...sends }, (platform, operator, { id }) =>
    decideRefund(platform, operator, { id, approved: true, note: '' }),
  ),
  route('POST /api/v1/operator/refunds/:id/reject', { ...sends }, (platform, operator, { id, note }) =>
    decideRefund(platform, operator, { id, approved: false, note }),
  ),
  route('POST /api/v1/operator/refunds/:id/sent', { ...sends }, (platform, operator, { id, reference }) =>
    refundSent(platform, id, reference, operator),
  ),
  route('POST /api/v1/operator/refunds/:id/again', { ...sends }, (platform, operator, { id }) =>
    sendRefundAgain(platform, id, operator),
  ),
  route('POST /api/v1/operator/refunds/:id/arrived', { ...sends }, (platform, operator, { id }) =>
    refundArrived(platform, id, { by: operator }),
  ),
  route('POST /api/v1/operator/refunds/:id/failed', { ...sends }, (platform, operator, { id, note }) =>
    refundFailed(platform, id, note, { by: operator }),
  ),
  route('GET /api/v1/operator/returned-parts', { who }, listReturnedParts),
  route('POST /api/v1/operator/returned-parts/:id/settle', { ...sends }, settleReturnedPart),
  route('GET /api/v1/operator/refused-payments', { who }, listRefused),
  route('POST /api/v1/operator/refused-payments/:id/returned', { ...sends }, refusedReturned),
  route('GET /api/v1/operator/prices', { who }, listPrices),
  route('POST /api/v1/operator/prices', { who, status: 201 }, addPrice),
  route('POST /api/v1/operator/prices/:id/drop', { who }, dropPrice),
  route('GET /api/v1/operator/workspaces/:id/offers', { who }, listOffers),
  route('POST /api/v1/operator/workspaces/:id/offers', { who, status: 201 }, makeOffer),
  route('POST /api/v1/operator/workspaces/:id/terms', { who, status: 201 }, announceTerms),
  route('POST /api/v1/operator/offers/:id/end', { who }, endOffer),
  route('GET /api/v1/operator/e-invoices', { who }, listOpenEInvoices),
  route('POST /api/v1/operator/e-invoices/:id/issued', { who }, eInvoiceIssued),
  route('POST /api/v1/operator/e-invoices/:id/failed', { who }, eInvoiceFailed),
]
