import type { Currency } from '../rules/money/money.ts'

// What the Referrals screen and the operator desk read. Amounts in the currency's smallest coin, times in ISO 8601 UTC.

/** `GET /api/v1/referrals` */
export type Referrals = {
  code: string
  link: string
  sign_ups: number
  /** How many of them have paid. */
  paying: number
  figures: ReferralFigures[]
  payout_accounts: ShownPayout[]
  /** The newest first. */
  earnings: ShownEarning[]
  withdrawals: ShownWithdrawal[]
  may_withdraw: { email: boolean; second_step: boolean }
}

/** earned = pending + available + withdrawing + paid + spent - owed */
export type ReferralFigures = {
  currency: Currency
  earned: number
  pending: number
  available: number
  withdrawing: number
  paid: number
  spent: number
  /** Paid out before it was taken back; later earnings pay it. */
  owed: number
}

export type ShownEarning = {
  id: string
  earned_at: string
  /** The name of the shop that paid; null where it is gone. */
  shop: string | null
  plan: string
  kind: 'first' | 'renewal'
  amount: number
  currency: Currency
  status: 'pending' | 'available' | 'held' | 'reversed'
  matures_at: string
  reason: 'refund' | 'dispute' | 'refused' | null
}

export type ShownWithdrawal = {
  id: string
  requested_at: string
  closed_at: string | null
  bank: string | null
  ending: string
  amount: number
  currency: Currency
  status: 'requested' | 'approved' | 'sent' | 'paid' | 'rejected' | 'cancelled' | 'failed'
  reference: string | null
  reason: string | null
}

export type ShownPayout = {
  currency: Currency
  kind: 'bank' | 'payoneer'
  /** The bank's name. */
  bank: string | null
  ending: string
  holder: string
  usable_from: string
}

/** `GET /api/v1/operator/withdrawals` */
export type DeskWithdrawal = {
  id: string
  workspace: string | null
  amount: number
  currency: Currency
  method: 'bank' | 'payoneer'
  bank: string | null
  ending: string
  status: 'requested' | 'approved' | 'sent'
  requested_at: string
  requested_by: string | null
  /** Two operators have to approve. */
  needs_two: boolean
  first_approved_at: string | null
  first_approved_by: string | null
  /** The first approval is the reader's own. */
  mine: boolean
  reference: string | null
  owed: number
  /** A payment of the shop, or of one that it sent, is being taken back by a bank. */
  disputed: boolean
}

/** `GET /api/v1/operator/withdrawals/:id/payout`: where the money is to be sent. */
export type DeskPayout = {
  bank: string | null
  account: string
  holder: string
  /** A VietQR that a banking app reads. */
  qr: string | null
  memo: string | null
}

/** `GET /api/v1/operator/referrals`: those whose earnings wait for a person. */
export type DeskReferral = {
  id: string
  workspace: string | null
  referred: string | null
  signed_up_at: string
  reasons: string[]
  held_vnd: number | null
  held_usd: number | null
}
