import { hours } from '#platform/clock.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { askWithdrawal, cancelWithdrawal, spendEarnings } from './ask-withdrawal.ts'
import { bindReferral, forgetSignUps, rememberSignUp, correctSignUp } from './bind-referral.ts'
import { forgetPayouts } from './forget-payouts.ts'
import { recordDevice } from './record-device.ts'
import { matureCommissions } from './mature-commissions.ts'
import { savePayoutAccount } from './payout-account.ts'
import { readReferrals } from './read-referrals.ts'
import { releaseAfterDispute } from './release-after-dispute.ts'
import { operatorReferralRoutes } from './referral-desk-routes.ts'
import { syncCommission, syncRefunded } from './sync-commission.ts'
import { referralsApi } from '#shared/contracts/billing/referrals.api.ts'

const route = routesOf(referralsApi)

export const referralsFeature: Feature = {
  name: 'referrals',
  routes: [
    route('POST /api/v1/withdrawals', { who: 'admin', status: 201 }, askWithdrawal),
    route('POST /api/v1/withdrawals/:id/cancel', { who: 'admin' }, cancelWithdrawal),
    route('PUT /api/v1/payout-account', { who: 'admin' }, savePayoutAccount),
    route('POST /api/v1/referrals/spend', { who: 'admin' }, spendEarnings),
    ...operatorReferralRoutes,
  ],
  onEmit: {
    'person.signed-up': { 'remember who sent them': rememberSignUp },
    'person.settled': { 'correct who sent them': correctSignUp },
    // After billing began the trial: the discount is on the subscription.
    'workspace.opened': { 'bind referral': bindReferral },
  },
  listens: {
    'order.settled': { 'earn commission': syncCommission },
    'refund.changed': { 'take commission back': syncRefunded },
    'dispute.opened': { 'hold commission': syncCommission },
    'dispute.closed': { 'settle commission': syncCommission, 'release what it held': releaseAfterDispute },
    'workspace.deleted': { 'forget payouts': forgetPayouts },
  },
  timers: {
    'mature commissions': { every: hours(1), run: matureCommissions },
    'forget sign-ups': { every: hours(24), run: forgetSignUps },
  },
  described: [describe(referralsApi, 'GET /api/v1/referrals', { who: 'admin' })],
  plugin(app, platform, callerOf) {
    app.get('/api/v1/referrals', async (request, reply) => {
      const caller = await callerOf(request, 'admin')
      await recordDevice(platform, caller, request, reply)
      return reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(await readReferrals(platform, caller))
    })
  },
}
