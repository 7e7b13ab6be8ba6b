import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { deskPayout, deskReferral, deskWithdrawal } from '../referrals.results.ts'
import { byId, instant, nothing } from '../endpoint.ts'
import { currencies } from '../../rules/money/money.ts'

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

export const referralDeskApi = {
  'GET /api/v1/operator/withdrawals': {
    summary: 'Lists withdrawals of referral earnings that have to be decided, sent or followed up.',
    result: z.object({
      withdrawals: z.array(deskWithdrawal),
    }),
  },
  'GET /api/v1/operator/withdrawals/:id/payout': {
    summary: "Returns the bank account that a withdrawal is paid to; the shop's audit log records it.",
    params: byId,
    result: deskPayout,
  },
  'POST /api/v1/operator/withdrawals/:id/approve': {
    summary: 'Approves a withdrawal; large ones need two approvals.',
    params: byId,
    result: withdrawal,
  },
  'POST /api/v1/operator/withdrawals/:id/reject': {
    summary: 'Rejects a withdrawal that has not been sent.',
    params: byId,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    result: withdrawal,
  },
  'POST /api/v1/operator/withdrawals/:id/sent': {
    summary: "Records that a withdrawal was sent, with the bank's reference.",
    params: byId,
    body: z.object({ reference: z.string().trim().min(1).max(100) }),
    result: withdrawal,
  },
  'POST /api/v1/operator/withdrawals/:id/paid': {
    summary: 'Records that a withdrawal has arrived.',
    params: byId,
    body: z.object({ reference: z.string().trim().min(1).max(100).optional() }),
    result: withdrawal,
  },
  'POST /api/v1/operator/withdrawals/:id/failed': {
    summary: "Records that a withdrawal failed or came back; the money returns to the shop's earnings.",
    params: byId,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    result: withdrawal,
  },
  'GET /api/v1/operator/referrals': {
    summary: 'Lists referrals that are held for review, with the reasons.',
    result: z.object({
      referrals: z.array(deskReferral),
    }),
  },
  'POST /api/v1/operator/referrals/:id/release': {
    summary: 'Releases a held referral so that it earns commission.',
    params: byId,
    result: nothing,
  },
  'POST /api/v1/operator/referrals/:id/refuse': {
    summary: 'Refuses a referral and takes back its commissions.',
    params: byId,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    result: nothing,
  },
} satisfies ApiPart
