import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { currencies } from '../../rules/money/money.ts'
import { byId, instant } from '../endpoint.ts'
import { referrals, shownPayout } from '../referrals.results.ts'

/** In the currency's smallest coin. */
export const withdrawalBody = z.object({
  amount: z.int().positive(),
  currency: z.enum(currencies).default('VND'),
})

/** VND goes to a Vietnamese bank account, USD to Payoneer. */
export const payoutBody = z.object({
  currency: z.enum(currencies).default('VND'),
  bank: z.string().trim().max(6).default(''),
  account: z.string().trim().min(1).max(254),
  holder: z.string().trim().min(1).max(120),
})

const shownWithdrawal = z.object({
  bank: z.string().nullable(),
  id: z.uuid(),
  status: z.enum(['approved', 'rejected', 'cancelled', 'failed', 'sent', 'paid', 'requested']),
  currency: z.enum(currencies),
  amount: z.number(),
  method: z.enum(['bank', 'payoneer']),
  requested_at: instant,
  ending: z.string(),
})

export const referralsApi = {
  'POST /api/v1/withdrawals': {
    summary: 'Requests the payout of referral earnings.',
    body: withdrawalBody,
    result: shownWithdrawal,
  },
  'POST /api/v1/withdrawals/:id/cancel': {
    summary: 'Cancels a withdrawal that is not approved yet.',
    params: byId,
    result: shownWithdrawal,
  },
  'PUT /api/v1/payout-account': {
    summary: 'Sets the account that earnings are paid to; a changed account is used a day later.',
    body: payoutBody,
    result: shownPayout,
  },
  'POST /api/v1/referrals/spend': {
    summary: "Turns referral earnings into credit for the shop's next orders.",
    body: withdrawalBody,
    result: z.object({
      credit: z.number(),
      available: z.number(),
      currency: z.enum(currencies),
    }),
  },
  'GET /api/v1/referrals': {
    summary: 'Returns the referral link, commissions, withdrawals and payout accounts of the shop.',
    result: referrals,
  },
} satisfies ApiPart
