import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Result } from '#shared/contracts/api.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { readRows } from '#web/data/read.ts'
import type { ContactDetail, Conversation, Row } from '#web/data/wire-rows.ts'
import type { Consent, Contact, ListedCustomer } from '../read-customers.ts'

export type Merge = Row<'customer_merges'> & { name: string; contactId: string }
export type FieldValue = Row<'customers'>['fields'][string]
export type Card = {
  customer: Row<'customers'>
  fields: Row<'customers'>['fields']
  contacts: Contact[]
  details: ContactDetail[]
  consents: Consent[]
  /** To promotions, on any channel: agreeing on one is enough */
  consent: ListedCustomer['consent']
  /** The latest. */
  conversations: Conversation[]
  tagIds: string[]
  notes: Row<'notes'>[]
  merges: Merge[]
}

const newest = { ascending: false }
const undoDays = 30
const consentOrder = ['given', 'withdrawn', 'refused', 'asked'] as const

/** null: the customer no longer exists. A merged customer's row says into whom. */
export function useCard(customerId: string) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['customer', workspace.id, customerId],
    queryFn: async (): Promise<Card | null> => {
      const [customer] = await readRows('customers', query =>
        query.eq('workspace_id', workspace.id).eq('id', customerId),
      )
      if (!customer || customer.erased_at) return null
      const contacts = await readRows('contacts', query =>
        query.eq('workspace_id', workspace.id).eq('customer_id', customerId).order('last_seen_at', newest).limit(20),
      )
      return { customer, fields: customer.fields, contacts, ...(await restOf(customerId, contacts)) }
    },
    refetchInterval: 30_000,
  })
}

async function restOf(customerId: string, contacts: Contact[]) {
  // A customer who never wrote has no contact; an id that nobody has keeps the list from being empty.
  const ids = [...contacts.map(contact => contact.id), customerId]
  const merged = await readRows('customers', query => query.eq('merged_into', customerId).limit(50), 'id')
  const they = [customerId, ...merged.map(one => one.id)]
  const since = new Date(Date.now() - undoDays * 86_400_000).toISOString()
  const [ownDetails, listDetails, consents, states, conversations, tags, merges] = await Promise.all([
    readRows('contact_details', query => query.in('contact_id', ids).order('created_at', newest).limit(50)),
    readRows('contact_details', query => query.in('customer_id', they).order('created_at', newest).limit(20)),
    readRows('consents', query => query.eq('customer_id', customerId).order('at', newest).limit(50)),
    readRows('consent_states', query => query.eq('customer_id', customerId).eq('purpose', 'promotion')),
    readRows('conversations', query => query.in('contact_id', ids).order('last_message_at', newest).limit(20)),
    readRows('customer_tags', query => query.eq('customer_id', customerId).order('created_at')),
    readRows('customer_merges', query =>
      query.eq('customer_id', customerId).is('undone_at', null).gt('merged_at', since).order('merged_at', newest),
    ),
  ])
  const talks = [...conversations.map(talk => talk.id), customerId]
  const notes = await readRows('notes', query =>
    query.in('conversation_id', talks).order('created_at', newest).limit(5),
  )
  return {
    details: [...ownDetails, ...listDetails.filter(one => !ownDetails.some(own => own.id === one.id))],
    consents,
    consent: consentOrder.find(state => states.some(one => one.state === state)) ?? null,
    conversations,
    notes,
    tagIds: tags.map(tag => tag.tag_id),
    merges: merges.map(merge => {
      const contact = contacts.find(one => merge.contact_ids.includes(one.id))
      return { ...merge, name: contact?.name ?? '', contactId: contact?.id ?? merge.merged_id }
    }),
  }
}

export type TimelineEntry = Result<'GET /api/v1/customers/:id/timeline'>['entries'][number]

export function useTimeline(customerId: string) {
  const { workspace } = useCurrentWorkspace()
  return useInfiniteQuery({
    queryKey: ['customer', workspace.id, customerId, 'timeline'],
    initialPageParam: '',
    queryFn: ({ pageParam: before }) =>
      call('GET /api/v1/customers/:id/timeline', { params: { id: customerId }, query: before ? { before } : {} }),
    getNextPageParam: page => page.next ?? undefined,
    // Older pages that somebody reads are not read again and again.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : 30_000),
  })
}

/** Where they wrote, or agreed by a list without having written. */
export function channelsOf({ contacts, consents }: Card): Set<string> {
  return new Set([...contacts, ...consents].map(one => one.channel_id))
}

export function useCardChanged(): () => Promise<void> {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  return async () => {
    const keys = ['customer', 'customers', 'customer fields', 'alike customers', 'segment count']
    await Promise.all(keys.map(key => queries.invalidateQueries({ queryKey: [key, workspace.id] })))
  }
}

export type Alike = Result<'GET /api/v1/customers/:id/alike'>['customers'][number]

export function useAlike(customerId: string): Alike[] {
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['alike customers', workspace.id, customerId],
    queryFn: async () => (await call('GET /api/v1/customers/:id/alike', { params: { id: customerId } })).customers,
  })
  return data ?? []
}
