import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { deskPayout, deskReferral, deskWithdrawal } from '../referrals.results.ts'
import { byId, instant, nothing } from '../endpoint.ts'
import { currencies } from '../../rules/money/money.ts'

/** A row of `withdrawals`. */
const withdrawal = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  amount: z.number(),
  currency: z.enum(currencies),
  method: z.enum(['bank', 'payoneer']),
  bank: z.string().nullable(),
  ending: z.string(),
  status: z.enum(['approved', 'rejected', 'cancelled', 'failed', 'sent', 'paid', 'requested']),
  requested_by: z.string().nullable(),
  requested_at: instant,
  first_approved_by: z.string().nullable(),
  first_approved_at: instant.nullable(),
  approved_by: z.string().nullable(),
  approved_at: instant.nullable(),
  sent_at: instant.nullable(),
  closed_at: instant.nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
})

/** What the addresses of the operator’s referrals and withdrawals take and give. */
export const referralDeskApi = {
  'GET /api/v1/operator/withdrawals': {
    result: z.object({
      withdrawals: z.array(deskWithdrawal),
    }),
  },
  'GET /api/v1/operator/withdrawals/:id/payout': { params: byId, result: deskPayout },
  'POST /api/v1/operator/withdrawals/:id/approve': { params: byId, result: withdrawal },
  'POST /api/v1/operator/withdrawals/:id/reject': {
    params: byId,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    result: withdrawal,
  },
  'POST /api/v1/operator/withdrawals/:id/sent': {
    params: byId,
    body: z.object({ reference: z.string().trim().min(1).max(100) }),
    result: withdrawal,
  },
  'POST /api/v1/operator/withdrawals/:id/paid': {
    params: byId,
    body: z.object({ reference: z.string().trim().min(1).max(100).optional() }),
    result: withdrawal,
  },
  'POST /api/v1/operator/withdrawals/:id/failed': {
    params: byId,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    result: withdrawal,
  },
  'GET /api/v1/operator/referrals': {
    result: z.object({
      referrals: z.array(deskReferral),
    }),
  },
  'POST /api/v1/operator/referrals/:id/release': { params: byId, result: nothing },
  'POST /api/v1/operator/referrals/:id/refuse': {
    params: byId,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    result: nothing,
  },
} satisfies ApiPart
