import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import type { OrderDraft } from './order-sum.tsx'

export const payPages = {
  bank: addresses.payment,
  stripe: addresses.stripePayment,
  payoneer: addresses.payoneerPayment,
} as const

/** Router state passed to an order's page by the one that created it. */
export type OrderMade = { going?: boolean } | null

/** Submitting the same draft again opens the same order. */
export function useStartOrder() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (draft: OrderDraft & { method: PaymentMethodKind }) => {
    const order = await call('POST /api/v1/orders', { body: draft })
    queries.setQueryData(['order', order.id], order)
    const state: OrderMade = { going: true }
    void navigate(`${payPages[order.method]}?${new URLSearchParams({ order: order.id })}`, { state })
  }
}
