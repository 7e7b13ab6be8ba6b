import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SegmentNode } from '#shared/contracts/segments.contract.ts'
import type { CustomerScreensTexts } from '#shared/texts/customer-screens-texts.ts'
import type { ChannelKind, ConsentFilter } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { ContactDetail, Conversation, Row } from '#web/data/wire-rows.ts'
import { fill } from '#web/parts/texts.ts'

/** A line of `GET /api/v1/customers`. */
export type ListedCustomer = {
  id: string
  /** null: they never wrote */
  contact_id: string | null
  name: string
  sources: ChannelKind[]
  phone: string | null
  tag_ids: string[]
  last_seen_at: string
  consent: 'asked' | 'given' | 'refused' | 'withdrawn' | null
}
export type CustomerFilters = { q: string; source: ChannelKind | ''; consent: ConsentFilter | '' }
/** A saved group by its id, or the conditions of one. */
export type Group = { segment: string } | { definition: SegmentNode }

type Page = { customers: ListedCustomer[]; next: string | null }

/** The customers of a group that fit, page after page, read again every half minute. */
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
      call<Page>('GET', `/customers?${new URLSearchParams({ ...asked, ...(pageParam && { after: pageParam }) })}`),
    initialPageParam: '',
    getNextPageParam: last => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
}

export type Consent = Row<'consents'>
export type Contact = Row<'contacts'>
export type CustomerCard = {
  contacts: Contact[]
  details: ContactDetail[]
  consents: Consent[]
  conversations: Conversation[]
}

const newest = { ascending: false }

/** Everything that a customer's card shows; nobody of that name has no contacts. */
export function useCustomerCard(customerId: string) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['customer', workspace.id, customerId],
    queryFn: async (): Promise<CustomerCard> => {
      const contacts = await readRows('contacts', query =>
        query.eq('workspace_id', workspace.id).eq('customer_id', customerId).order('last_seen_at', newest).limit(20),
      )
      const ids = contacts.map(contact => contact.id)
      if (ids.length === 0) return { contacts, details: [], consents: [], conversations: [] }
      const [details, consents, conversations] = await Promise.all([
        readRows('contact_details', query => query.in('contact_id', ids).order('created_at', newest).limit(50)),
        readRows('consents', query => query.eq('customer_id', customerId).order('at', newest).limit(50)),
        readRows('conversations', query => query.in('contact_id', ids).order('last_message_at', newest).limit(20)),
      ])
      return { contacts, details, consents, conversations }
    },
    refetchInterval: 30_000,
  })
}

/** What a customer is called: their name, or "Khách 4F2A" after the end of their id. */
export function customerName(name: string, contactId: string, texts: CustomerScreensTexts): string {
  return name.trim() || fill(texts.nameless, { code: contactId.slice(-4).toUpperCase() })
}
