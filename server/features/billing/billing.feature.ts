import { z } from 'zod'
import { hours, minutes } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { askRefund } from './refunds/ask-refund.ts'
import { saveBillingDetails } from './invoices/billing-details.ts'
import { changePlan } from './plans/change-plan.ts'
import { askEInvoice, requestEInvoice } from './e-invoices/ask-e-invoice.ts'
import { carryMessages, orderExtra } from './credit/extra-messages.ts'
import { recordRefunded } from './methods/payoneer/record-refunded.ts'
import { recordCard } from './methods/stripe/record-card.ts'
import { openPortal } from './methods/stripe/open-portal.ts'
import { readStripeAnew, reconcileStripe } from './methods/stripe/reconcile-stripe.ts'
import { syncSubscription, notifyStripeOfPlan } from './methods/stripe/sync-stripe.ts'
import { takeDispute } from './methods/stripe/take-dispute.ts'
import { takeRefund } from './methods/stripe/take-refund.ts'
import { forgetEnded } from './forget-ended.ts'
import { linkProof, takeProof } from './methods/bank/save-proof.ts'
import { pollBank, pollBankForLate, readBank } from './methods/bank/poll-bank.ts'
import { recordPlan } from './plans/record-plan.ts'
import { openMonths, openRenewals } from './plans/open-renewals.ts'
import { notifyPrice } from './prices/operator-prices.ts'
import { operatorBillingRoutes } from './operator-routes.ts'
import { cancelOrder, orderPlan, readOrder } from './orders/order-actions.ts'
import { readBilling } from './read-billing.ts'
import { readPlans } from './plans/read-plans.ts'
import { noticeRoutes, readNotice, sweepNotices } from './payments/receive-notice.ts'
import { returnRefused } from './payments/return-refused.ts'
import { sendRefund } from './refunds/send-refund.ts'
import { endTrials, startTrial } from './plans/start-trial.ts'
import { remindOfCards, remindOfRenewals, remindOfTrials, notifyCredited, notifyEnded } from './plans/remind.ts'
import { linkInvoice, renderInvoice } from './invoices/render-invoice.ts'
import { endDeletedPlan } from './plans/end-deleted-plan.ts'
import { cancelSubscription, resumeSubscription } from './plans/stop-renewing.ts'
import { closePayment, expireOrders, pollOrders, pollPayment } from './orders/expire-orders.ts'
import { notifyDisputeClosed, notifyDisputeOpened } from './payments/notify-dispute.ts'
import { advancePeriods } from './plans/advance-periods.ts'
import { billingApi } from '#shared/contracts/billing/billing.api.ts'

const route = routesOf(billingApi)

const params = z.object({ id: z.uuid() })

export const billingFeature: Feature = {
  name: 'billing',
  routes: [
    route('GET /api/v1/plans', { who: 'anyone' }, readPlans),
    route('POST /api/v1/orders', { who: 'admin', status: 201 }, orderPlan),
    route('POST /api/v1/orders/extra-messages', { who: 'admin', status: 201 }, orderExtra),
    route('GET /api/v1/orders/:id', { who: 'admin' }, readOrder),
    route('POST /api/v1/orders/:id/cancel', { who: 'admin' }, cancelOrder),
    route('GET /api/v1/orders/:id/proof/file', { who: 'admin' }, linkProof),
    route('POST /api/v1/billing/portal', { who: 'admin' }, openPortal),
    route('GET /api/v1/billing', { who: 'admin' }, readBilling),
    route('PUT /api/v1/billing-details', { who: 'admin' }, saveBillingDetails),
    route('GET /api/v1/invoices/:id/file', { who: 'admin' }, linkInvoice),
    route('POST /api/v1/invoices/:id/e-invoice', { who: 'admin', status: 202 }, askEInvoice),
    route('POST /api/v1/refunds', { who: 'admin', status: 201 }, askRefund),
    route('POST /api/v1/subscription/change', { who: 'admin' }, changePlan),
    route('POST /api/v1/subscription/cancel', { who: 'admin' }, cancelSubscription),
    route('POST /api/v1/subscription/resume', { who: 'admin' }, resumeSubscription),
    ...operatorBillingRoutes,
  ],
  onEmit: {
    'workspace.opened': { 'start trial': startTrial },
    'subscription.changed': {
      'record plan': recordPlan,
      'notify of the end': notifyEnded,
      'notify Stripe': notifyStripeOfPlan,
    },
    'payment.credited': { 'notify of the credit': notifyCredited },
    'dispute.opened': { notify: notifyDisputeOpened },
    'dispute.closed': { notify: notifyDisputeClosed },
  },
  listens: {
    'order.settled': { 'record card': recordCard },
    'workspace.deleted': { 'stop for good': endDeletedPlan },
  },
  jobs: {
    'read payment notice': readNotice,
    'poll bank': readBank,
    'poll payment': pollPayment,
    'announce price': notifyPrice,
    'request e-invoice': requestEInvoice,
    'render invoice': renderInvoice,
    'send refund': sendRefund,
    'close payment': closePayment,
    'sync subscription': syncSubscription,
    'take refund': takeRefund,
    'take dispute': takeDispute,
    'reconcile stripe': readStripeAnew,
    'record payoneer refund': recordRefunded,
    'return refused payment': returnRefused,
  },
  timers: {
    'end trials': { every: minutes(5), run: endTrials },
    'turn periods': { every: minutes(5), run: advancePeriods },
    'open renewals': { every: minutes(15), run: openRenewals },
    'carry messages': { every: minutes(5), run: carryMessages },
    'open months': { every: hours(1), run: openMonths },
    'remind of trials': { every: hours(1), run: remindOfTrials },
    'remind of renewals': { every: hours(1), run: remindOfRenewals },
    'remind of cards': { every: hours(1), run: remindOfCards },
    'forget ended': { every: hours(1), run: forgetEnded },
    'expire orders': { every: minutes(5), run: expireOrders },
    'poll bank': { every: minutes(2), run: pollBank },
    'poll bank for late money': { every: hours(1), run: pollBankForLate },
    'poll orders': { every: minutes(5), run: pollOrders },
    'reconcile stripe': { every: hours(1), run: reconcileStripe },
    'sweep payment notices': { every: hours(1), run: sweepNotices },
  },
  described: [describe(billingApi, 'POST /api/v1/orders/:id/proof', { who: 'admin', status: 201 })],
  async plugin(app, platform, callerOf) {
    await noticeRoutes(app, platform)
    app.post('/api/v1/orders/:id/proof', async (request, reply) => {
      const caller = await callerOf(request, 'admin')
      const read = params.safeParse(request.params)
      if (!read.success) throw failure('request.not_found')
      const proof = await takeProof(platform, caller, read.data.id, request)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(proof)
    })
  },
}
