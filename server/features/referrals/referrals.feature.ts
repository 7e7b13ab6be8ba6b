import { z } from 'zod'
import { hours } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { askWithdrawal, cancelWithdrawal, spendEarnings, withdrawalBody } from './ask-withdrawal.ts'
import { bindReferral, forgetSignUps, rememberSignUp, correctSignUp } from './bind-referral.ts'
import { forgetPayouts } from './forget-payouts.ts'
import { recordDevice } from './look-at-link.ts'
import { matureCommissions } from './mature-commissions.ts'
import { payoutBody, savePayoutAccount } from './payout-account.ts'
import { readReferrals } from './read-referrals.ts'
import { releaseHistory } from './release-history.ts'
import { operatorReferralRoutes } from './referral-desk-routes.ts'
import { syncCommission, syncRefunded } from './sync-commission.ts'

const params = z.object({ id: z.uuid() })

export const referralsFeature: Feature = {
  name: 'referrals',
  routes: [
    route('POST /api/v1/withdrawals', { who: 'admin', status: 201, body: withdrawalBody }, askWithdrawal),
    route('POST /api/v1/withdrawals/:id/cancel', { who: 'admin', params }, cancelWithdrawal),
    route('PUT /api/v1/payout-account', { who: 'admin', body: payoutBody }, savePayoutAccount),
    route('POST /api/v1/referrals/spend', { who: 'admin', body: withdrawalBody }, spendEarnings),
    ...operatorReferralRoutes,
  ],
  hears: {
    'person.signed-up': { 'remember who sent them': rememberSignUp },
    'person.settled': { 'correct who sent them': correctSignUp },
    // After billing has begun the trial: what is taken off the first order stands on the subscription.
    'workspace.opened': { 'bind referral': bindReferral },
  },
  listens: {
    'order.settled': { 'earn commission': syncCommission },
    'refund.changed': { 'take commission back': syncRefunded },
    'dispute.opened': { 'hold commission': syncCommission },
    'dispute.closed': { 'settle commission': syncCommission, 'release what it held': releaseHistory },
    'workspace.deleted': { 'forget payouts': forgetPayouts },
  },
  timers: {
    'mature commissions': { every: hours(1), run: matureCommissions },
    'forget sign-ups': { every: hours(24), run: forgetSignUps },
  },
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
