import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Result } from '#shared/contracts/api.ts'
import { call } from '#web/data/api.ts'
import { type LiveList, useLiveRows, useLiveState } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'

export type ShownOrder = Result<'GET /api/v1/orders/:id'>
export type TransferDetails = Extract<NonNullable<ShownOrder['payment']>, { method: 'bank' }>

const askEveryMs = 3000
/** Polls even a live topic, to learn from the provider what nobody reported. */
const askLiveMs = 15_000

/** @param often polls every three seconds even if the topic is live: the server then asks the provider */
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
    queryFn: () => call('GET /api/v1/orders/:id', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' ? (live && !often ? askLiveMs : askEveryMs) : false,
  })
  const { refetch } = query
  const [row] = rows
  const rowState = row && [row.status, row.status_detail, row.received, row.pay_url].join(' ')
  const before = useRef(rowState)
  useEffect(() => {
    if (before.current !== undefined && rowState !== before.current) void refetch()
    before.current = rowState
  }, [rowState, refetch])
  return query
}

/** Undefined until the provider has created its page. */
export function payAddressOf(order: ShownOrder): string | undefined {
  const { payment } = order
  const address = payment && 'checkout_url' in payment ? payment.checkout_url : undefined
  return address && /^https?:\/\//.test(address) ? address : undefined
}
