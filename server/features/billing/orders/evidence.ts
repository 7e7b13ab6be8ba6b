import type { HouseAccount } from '../payments/ledger.ts'

/** Money that a provider, or a bank, is known to have taken for an order: verified, never merely said by a browser. */
export type Evidence = {
  /** Its name at the provider: the same one told again counts once. */
  reference: string
  /** In the currency's smallest coin, more than nothing. */
  amount: number
  /** As the provider says; another one than the order's pays nothing. */
  currency: string
  paidAt: Date
  /** What the provider calls the payer and what renews itself, where it has them. */
  provider?: { customer?: string; subscription?: string }
  /** Where the money lies already, if not at the method's own account. */
  from?: HouseAccount
}

/**
 * settled: the plan is there. partial: more is missing. credited: it came double or too late, and is the workspace's
 * credit. known: it was told before. refused: it is in another currency, pays nothing and goes back.
 */
export type Outcome = 'settled' | 'partial' | 'credited' | 'known' | 'refused'
