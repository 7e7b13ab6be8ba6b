import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { PaymentMethodKind } from '#shared/words.ts'
import { call, messageOf } from '#web/data/api.ts'
import type { Wish } from './order-sum.tsx'
import type { ShownOrder } from './use-order.ts'

/** Where an order of a method is paid. */
export const payPages = {
  bank: addresses.payment,
  stripe: addresses.stripePayment,
  payoneer: addresses.payoneerPayment,
} as const

/** What the page of an order is told by the one that made it. */
export type OrderMade = { going?: boolean } | null

/** Orders a plan, and goes on to where it is paid. The same wish again is the same order. */
export function useStartOrder() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function start(wish: Wish & { method: PaymentMethodKind }) {
    setBusy(true)
    setProblem(undefined)
    try {
      const order = await call<ShownOrder>('POST', '/orders', wish)
      queries.setQueryData(['order', order.id], order)
      const state: OrderMade = { going: true }
      void navigate(`${payPages[order.method]}?${new URLSearchParams({ order: order.id })}`, { state })
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { start, busy, problem }
}
