import type { Currency } from '#shared/rules/money/money.ts'

export type WithdrawalStatus = 'requested' | 'approved' | 'sent' | 'paid' | 'rejected' | 'cancelled' | 'failed'

export type Withdrawal = {
  id: string
  workspace_id: string
  amount: number
  currency: Currency
  method: 'bank' | 'payoneer'
  bank: string | null
  ending: string
  status: WithdrawalStatus
  requested_by: string | null
  requested_at: Date
  first_approved_by: string | null
  first_approved_at: Date | null
  approved_by: string | null
  approved_at: Date | null
  sent_at: Date | null
  closed_at: Date | null
  reference: string | null
  reason: string | null
}
