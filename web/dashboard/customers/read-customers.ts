import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import type { CustomerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import type { ChannelKind, ConsentFilter } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { fill } from '#web/parts/language/texts.ts'

export type ListedCustomer = Result<'GET /api/v1/customers'>['customers'][number]
export type CustomerFilters = { q: string; source: ChannelKind | ''; consent: ConsentFilter | '' }
export type Group = { segment: string } | { definition: SegmentNode }

export function useCustomers({ q, source, consent }: CustomerFilters, group: Group) {
  const { workspace } = useCurrentWorkspace()
  const asked = {
    ...(q.trim() && { q }),
    ...(source && { source }),
    ...(consent && { consent }),
    ...('segment' in group ? group : { where: JSON.stringify(group.definition) }),
  }
  return useInfiniteQuery({
    queryKey: ['customers', workspace.id, asked],
    queryFn: ({ pageParam }) =>
      call('GET /api/v1/customers', { query: { ...asked, ...(pageParam && { after: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: last => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
}

export type Consent = Row<'consents'>
export type Contact = Row<'contacts'>
/** Their name, or "Khách 4F2A" from the end of their id. */
export function customerName(name: string, contactId: string, texts: CustomerScreensTexts): string {
  return name.trim() || fill(texts.nameless, { code: contactId.slice(-4).toUpperCase() })
}
