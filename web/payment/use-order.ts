import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Currency } from '#shared/rules/money/money.ts'
import type { Interval, OrderedPlan, PaymentMethodKind } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { type LiveList, useLiveRows, useLiveState } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'

/** What a transfer needs. */
export type TransferDetails = {
  method: 'bank'
  bin: string
  bank: string
  account: string
  holder: string
  amount: number
  memo: string
  qr: string
}

/** An order as its payer sees it; see `server/features/billing/orders/show-order.ts`. */
export type ShownOrder = {
  id: string
  kind: 'first' | 'renewal' | 'upgrade' | 'extra'
  /** Of kind extra: how many thousand messages. */
  packs: number | null
  plan: OrderedPlan
  interval: Interval
  method: PaymentMethodKind
  currency: Currency
  list_amount: number
  discount: number
  unused_value: number
  credit_used: number
  received: number
  amount: number
  net: number
  tax: number
  tax_bp: number
  due: number
  status: 'processing' | 'success' | 'failed'
  status_detail: string
  memo_code: string
  period_start: string
  period_end: string
  expires_at: string
  payment: TransferDetails | { method: 'stripe' | 'payoneer'; checkout_url: string | null } | null
}

const askEveryMs = 3000
/** The topic tells at once; asking still finds what a provider says when nobody told us. */
const askLiveMs = 15_000

/**
 * An order with what becomes of it: told by its own topic, and asked for while it waits.
 * @param often asks every three seconds also where the topic is live: the server then asks the provider
 */
export function useOrder(id: string, often = false) {
  const topic = `order:${id}`
  const list = useMemo<LiveList<Row<'orders'>>>(
    () => ({
      topic,
      table: 'orders',
      key: [id],
      keyOf: row => row.id,
      accepts: row => row.id === id,
      compare: () => 0,
      load: () => readRows('orders', query => query.eq('id', id)),
    }),
    [topic, id],
  )
  const { rows } = useLiveRows(list)
  const live = useLiveState(topic) === 'live'
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: () => call<ShownOrder>('GET', `/orders/${id}`),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' ? (live && !often ? askLiveMs : askEveryMs) : false,
  })
  const { refetch } = query
  const [row] = rows
  const told = row && [row.status, row.status_detail, row.received, row.pay_url].join(' ')
  const before = useRef(told)
  useEffect(() => {
    if (before.current !== undefined && told !== before.current) void refetch()
    before.current = told
  }, [told, refetch])
  return query
}

/** Where the payer of an open order goes, once the provider has made its page. */
export function payAddressOf(order: ShownOrder): string | undefined {
  const { payment } = order
  const address = payment && 'checkout_url' in payment ? payment.checkout_url : undefined
  return address && /^https?:\/\//.test(address) ? address : undefined
}
