import type { Platform } from '#platform/platform.ts'
import type { Invoice } from '../invoices/issue-invoice.ts'

/** How the authority knows an e-invoice. */
export type IssuedEInvoice = { symbol: string; number: string; lookupCode: string; lookupUrl?: string }

/** none: nobody asked for one. */
export type EInvoiceStatus = 'none' | 'requested' | 'issued' | 'failed'

/**
 * What issues legal e-invoices for receipts (Decree 123/2020, amended by 70/2025). It calls its provider outside of transactions and
 * bears being asked twice for the same receipt.
 */
export type EInvoiceProvider = {
  kind: string
  /**
   * Hands a receipt over: its number and date, seller and buyer with tax numbers and addresses, lines, VAT, total, way of payment,
   * and what it corrects. @returns undefined while it is being issued: the provider, or a person, says later (`recordIssued`)
   * @throws Error with its reason, where it is refused
   */
  request(platform: Platform, invoice: Invoice): Promise<IssuedEInvoice | undefined>
}
