import { type Route, routesOf } from '#platform/feature.ts'
import {
  approveWithdrawal,
  rejectWithdrawal,
  withdrawalFailed,
  withdrawalPaid,
  withdrawalSent,
} from './decide-withdrawal.ts'
import { listOpenWithdrawals, readPayout } from './list-withdrawals.ts'
import { listHeldReferrals, refuseReferral, releaseReferral } from './review-referrals.ts'
import { referralDeskApi } from '#shared/contracts/billing/referral-desk.api.ts'

const route = routesOf(referralDeskApi)

const who = 'operator' as const
/** Money leaves only right after a second factor. */
const sends = { who, fresh: true } as const

/** Every change is audited in the workspace's log. */
export const operatorReferralRoutes: Route[] = [
  route('GET /api/v1/operator/withdrawals', { who }, async (platform, operator) => ({
    withdrawals: await listOpenWithdrawals(platform, operator),
  })),
  route('GET /api/v1/operator/withdrawals/:id/payout', { who }, readPayout),
  route('POST /api/v1/operator/withdrawals/:id/approve', { ...sends }, approveWithdrawal),
  route('POST /api/v1/operator/withdrawals/:id/reject', { ...sends }, rejectWithdrawal),
  route('POST /api/v1/operator/withdrawals/:id/sent', { ...sends }, withdrawalSent),
  route('POST /api/v1/operator/withdrawals/:id/paid', { ...sends }, withdrawalPaid),
  route('POST /api/v1/operator/withdrawals/:id/failed', { ...sends }, withdrawalFailed),
  route('GET /api/v1/operator/referrals', { who }, async platform => ({
    referrals: await listHeldReferrals(platform),
  })),
  route('POST /api/v1/operator/referrals/:id/release', { who }, releaseReferral),
  route('POST /api/v1/operator/referrals/:id/refuse', { who }, refuseReferral),
]
