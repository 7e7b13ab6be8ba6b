import { z } from 'zod'
import { planCode } from './offers.contract.ts'
import { instant } from './endpoint.ts'
import { currencies } from '../rules/money/money.ts'
import { holdReasons } from '../words.ts'

export const deskWithdrawal = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
  method: z.enum(['bank', 'payoneer']),
  bank: z.string().nullable(),
  ending: z.string(),
  status: z.enum(['approved', 'sent', 'requested']),
  requested_at: instant,
  requested_by: z.string().nullable(),
  needs_two: z.boolean(),
  first_approved_at: instant.nullable(),
  first_approved_by: z.string().nullable(),
  mine: z.boolean(),
  reference: z.string().nullable(),
  owed: z.number(),
  /** A chargeback is pending for the shop or one it referred. */
  disputed: z.boolean(),
})
export type DeskWithdrawal = z.output<typeof deskWithdrawal>

export const deskPayout = z.object({
  bank: z.string().nullable(),
  account: z.string(),
  holder: z.string(),
  qr: z.string().nullable(),
  memo: z.string().nullable(),
})
export type DeskPayout = z.output<typeof deskPayout>

export const deskReferral = z.object({
  id: z.uuid(),
  workspace: z.string().nullable(),
  referred: z.string().nullable(),
  signed_up_at: instant,
  reasons: z.array(z.enum(holdReasons)),
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
  /** Paid out and later revoked; deducted from future earnings. */
  owed: z.number(),
})
export type ReferralFigures = z.output<typeof referralFigures>

export const shownPayout = z.object({
  currency: z.enum(currencies),
  kind: z.enum(['bank', 'payoneer']),
  bank: z.string().nullable(),
  ending: z.string(),
  holder: z.string(),
  usable_from: instant,
})

export const shownEarning = z.object({
  id: z.uuid(),
  earned_at: instant,
  /** null: deleted */
  shop: z.string().nullable(),
  plan: planCode,
  kind: z.enum(['first', 'renewal']),
  amount: z.number(),
  currency: z.enum(currencies),
  status: z.enum(['pending', 'held', 'available', 'reversed']),
  matures_at: instant,
  reason: z.enum(['refused', 'refund', 'dispute']).nullable(),
})
export type ShownEarning = z.output<typeof shownEarning>

export const shownWithdrawal = z.object({
  id: z.uuid(),
  requested_at: instant,
  closed_at: instant.nullable(),
  bank: z.string().nullable(),
  ending: z.string(),
  amount: z.number(),
  currency: z.enum(currencies),
  status: z.enum(['approved', 'rejected', 'cancelled', 'failed', 'sent', 'paid', 'requested']),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ShownWithdrawal = z.output<typeof shownWithdrawal>

export const referrals = z.object({
  code: z.string(),
  link: z.string(),
  sign_ups: z.number(),
  paying: z.number(),
  figures: z.array(referralFigures),
  payout_accounts: z.array(shownPayout),
  earnings: z.array(shownEarning),
  withdrawals: z.array(shownWithdrawal),
  may_withdraw: z.object({
    email: z.boolean(),
    second_step: z.boolean(),
  }),
})
export type Referrals = z.output<typeof referrals>
