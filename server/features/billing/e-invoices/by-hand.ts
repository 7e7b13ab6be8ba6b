import type { EInvoiceProvider } from './e-invoice-provider.ts'

/** A person types it into the portal that the seller uses, and notes its number here (`/operator/refunds`). */
export const byHand: EInvoiceProvider = {
  kind: 'by hand',
  request: async () => undefined,
}
