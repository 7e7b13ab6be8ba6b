import type { Result } from '#shared/contracts/api.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row, UsageCounter } from '#web/data/wire-rows.ts'

export type Payment = {
  order: Row<'orders'>
  invoices: Row<'invoices'>[]
  refund: Row<'refunds'> | undefined
  parts: Row<'refunds'>[]
}
type Money = Result<'GET /api/v1/billing'>
export type Refundable = Money['refundable'][number]
export type EInvoice = Money['e_invoices'][number]
export type SparePayment = Money['spare'][number]
/** Money for a pending order may arrive at any moment. */
const askEveryMs = 5000

export function usePayments() {
  const { workspace } = useCurrentWorkspace()
  const { id } = workspace
  return useQuery({
    queryKey: ['billing', id],
    staleTime: 0,
    async queryFn() {
      const [orders, invoices, refunds, money] = await Promise.all([
        readRows('orders', query => query.eq('workspace_id', id).order('created_at', { ascending: false }).limit(200)),
        readRows('invoices', query => query.eq('workspace_id', id).order('issued_at')),
        readRows('refunds', query => query.eq('workspace_id', id).order('requested_at', { ascending: false })),
        call('GET /api/v1/billing'),
      ])
      const payments: Payment[] = orders.map(order => ({
        order,
        invoices: invoices.filter(one => one.order_id === order.id),
        refund: refunds.find(one => one.order_id === order.id && one.payment_id === null && !one.part),
        parts: refunds.filter(one => one.order_id === order.id && one.part),
      }))
      return { payments, ...money }
    },
    refetchInterval: ({ state }) =>
      state.data?.payments.some(({ order }) => order.status === 'processing') ? askEveryMs : false,
  })
}

/** The price at purchase, which may no longer be on sale. */
export function usePaidPrice({ price_id: id }: Row<'subscriptions'>): number | undefined {
  const { data } = useQuery({
    queryKey: ['price', id],
    enabled: id !== null,
    staleTime: Infinity,
    queryFn: async () => (await readRows('prices', query => query.eq('id', id ?? ''), 'amount'))[0]?.amount ?? null,
  })
  return data ?? undefined
}

export function useReread(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    for (const key of ['billing', 'subscription', 'plans']) void queries.invalidateQueries({ queryKey: [key] })
  }, [queries])
}

export function useUsage() {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<UsageCounter>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'usage_counters',
      key: ['billing'],
      keyOf: row => `${row.metric} ${row.period_start}`,
      accepts: row => row.workspace_id === workspace.id,
      compare: (a, b) => a.metric.localeCompare(b.metric) || b.period_start.localeCompare(a.period_start),
      load: () => readRows('usage_counters', query => query.eq('workspace_id', workspace.id)),
    }),
    [workspace.id],
  )
  return useLiveRows(list)
}
