import { z } from 'zod'
import { type Route, route } from '#platform/feature.ts'
import {
  approveWithdrawal,
  rejectWithdrawal,
  withdrawalFailed,
  withdrawalPaid,
  withdrawalSent,
} from './decide-withdrawal.ts'
import { listOpenWithdrawals, readPayout } from './list-withdrawals.ts'
import { listHeldReferrals, refuseReferral, releaseReferral } from './review-referrals.ts'

const params = z.object({ id: z.uuid() })
const reason = z.string().trim().min(1).max(500)
const reference = z.string().trim().min(1).max(100)
const who = 'operator' as const
/** Money that leaves: the second step was given just now. */
const sends = { who, fresh: true } as const

/** What operators decide about earnings. Everything that changes something stands in the audit log of the workspace. */
export const operatorReferralRoutes: Route[] = [
  route('GET /api/v1/operator/withdrawals', { who }, async (platform, operator) => ({
    withdrawals: await listOpenWithdrawals(platform, operator),
  })),
  route('GET /api/v1/operator/withdrawals/:id/payout', { who, params }, readPayout),
  route('POST /api/v1/operator/withdrawals/:id/approve', { ...sends, params }, approveWithdrawal),
  route(
    'POST /api/v1/operator/withdrawals/:id/reject',
    { ...sends, params, body: z.object({ reason }) },
    rejectWithdrawal,
  ),
  route(
    'POST /api/v1/operator/withdrawals/:id/sent',
    { ...sends, params, body: z.object({ reference }) },
    withdrawalSent,
  ),
  route(
    'POST /api/v1/operator/withdrawals/:id/paid',
    { ...sends, params, body: z.object({ reference: reference.optional() }) },
    withdrawalPaid,
  ),
  route(
    'POST /api/v1/operator/withdrawals/:id/failed',
    { ...sends, params, body: z.object({ reason }) },
    withdrawalFailed,
  ),
  route('GET /api/v1/operator/referrals', { who }, async platform => ({
    referrals: await listHeldReferrals(platform),
  })),
  route('POST /api/v1/operator/referrals/:id/release', { who, params }, releaseReferral),
  route('POST /api/v1/operator/referrals/:id/refuse', { who, params, body: z.object({ reason }) }, refuseReferral),
]
