import type { Platform } from '#platform/platform.ts'
import type { Invoice } from '../invoices/issue-invoice.ts'

export type IssuedEInvoice = { symbol: string; number: string; lookupCode: string; lookupUrl?: string }

/** none: never requested. */
export type EInvoiceStatus = 'none' | 'requested' | 'issued' | 'failed'

/** Legal e-invoices (Decree 123/2020, amended by 70/2025). Called outside of transactions; must be idempotent per receipt. */
export type EInvoiceProvider = {
  kind: string
  /** @throws Error with the reason if refused. Undefined while being issued: `recordIssued` follows */
  request(platform: Platform, invoice: Invoice): Promise<IssuedEInvoice | undefined>
}
