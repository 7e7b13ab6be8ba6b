import { z } from 'zod'
import { currencies } from '../rules/money/money.ts'

/** `GET /api/v1/operator/withdrawals` */
export const deskWithdrawal = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
  method: z.enum(['bank', 'payoneer']),
  bank: z.string().nullable(),
  ending: z.string(),
  status: z.enum(['approved', 'sent', 'requested']),
  requested_at: z.string(),
  requested_by: z.string().nullable(),
  /** Two operators have to approve. */
  needs_two: z.boolean(),
  first_approved_at: z.string().nullable(),
  first_approved_by: z.string().nullable(),
  /** The first approval is the reader's own. */
  mine: z.boolean(),
  reference: z.string().nullable(),
  owed: z.number(),
  /** A payment of the shop, or of one that it sent, is being taken back by a bank. */
  disputed: z.boolean(),
})
export type DeskWithdrawal = z.output<typeof deskWithdrawal>

/** `GET /api/v1/operator/withdrawals/:id/payout`: where the money is to be sent. */
export const deskPayout = z.object({
  bank: z.string().nullable(),
  account: z.string(),
  holder: z.string(),
  /** A VietQR that a banking app reads. */
  qr: z.string().nullable(),
  memo: z.string().nullable(),
})
export type DeskPayout = z.output<typeof deskPayout>

/** `GET /api/v1/operator/referrals`: those whose earnings wait for a person. */
export const deskReferral = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  referred: z.string().nullable(),
  signed_up_at: z.string(),
  reasons: z.array(z.string()),
  held_vnd: z.number().nullable(),
  held_usd: z.number().nullable(),
})
export type DeskReferral = z.output<typeof deskReferral>

/** earned = pending + available + withdrawing + paid + spent - owed */
export const referralFigures = z.object({
  currency: z.enum(currencies),
  earned: z.number(),
  pending: z.number(),
  available: z.number(),
  withdrawing: z.number(),
  paid: z.number(),
  spent: z.number(),
  /** Paid out before it was taken back; later earnings pay it. */
  owed: z.number(),
})
export type ReferralFigures = z.output<typeof referralFigures>

export const shownPayout = z.object({
  currency: z.enum(currencies),
  kind: z.enum(['bank', 'payoneer']),
  /** The bank's name. */
  bank: z.string().nullable(),
  ending: z.string(),
  holder: z.string(),
  usable_from: z.string(),
})

export const shownEarning = z.object({
  id: z.uuid(),
  earned_at: z.string(),
  /** The name of the shop that paid; null where it is gone. */
  shop: z.string().nullable(),
  plan: z.string(),
  kind: z.enum(['first', 'renewal']),
  amount: z.number(),
  currency: z.enum(currencies),
  status: z.enum(['pending', 'held', 'available', 'reversed']),
  matures_at: z.string(),
  reason: z.enum(['refused', 'refund', 'dispute']).nullable(),
})
export type ShownEarning = z.output<typeof shownEarning>

export const shownWithdrawal = z.object({
  id: z.uuid(),
  requested_at: z.string(),
  closed_at: z.string().nullable(),
  bank: z.string().nullable(),
  ending: z.string(),
  amount: z.number(),
  currency: z.enum(currencies),
  status: z.enum(['approved', 'rejected', 'cancelled', 'failed', 'sent', 'paid', 'requested']),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ShownWithdrawal = z.output<typeof shownWithdrawal>

/** `GET /api/v1/referrals` */
export const referrals = z.object({
  code: z.string(),
  link: z.string(),
  sign_ups: z.number(),
  /** How many of them have paid. */
  paying: z.number(),
  figures: z.array(referralFigures),
  payout_accounts: z.array(shownPayout),
  /** The newest first. */
  earnings: z.array(shownEarning),
  withdrawals: z.array(shownWithdrawal),
  may_withdraw: z.object({
    email: z.boolean(),
    second_step: z.boolean(),
  }),
})
export type Referrals = z.output<typeof referrals>
