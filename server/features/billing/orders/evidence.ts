import type { HouseAccount } from '../payments/ledger.ts'

/** Verified money from a provider or bank, never a browser's claim. */
export type Evidence = {
  /** The provider's id; reported again, it counts once. */
  reference: string
  /** in the currency's smallest unit, positive */
  amount: number
  /** another currency than the order's pays nothing */
  currency: string
  paidAt: Date
  /** the provider's ids for the payer and the subscription */
  provider?: { customer?: string; subscription?: string }
  /** account that already holds the money; default: the method's own */
  from?: HouseAccount
}

/** partial: more is due. credited: double or late. known: reported before. refused: other currency, goes back. */
export type Outcome = 'settled' | 'partial' | 'credited' | 'known' | 'refused'
