import type { EInvoiceProvider } from './e-invoice-provider.ts'

/** A person enters it in the seller's portal and its number here (`/operator/refunds`). */
export const byHand: EInvoiceProvider = {
  kind: 'by hand',
  request: async () => undefined,
}
