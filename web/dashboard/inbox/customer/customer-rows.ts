import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { type LiveList, type LiveRows, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { ContactDetail, Conversation, Row } from '#web/data/wire-rows.ts'
import { useContactDetails } from '#web/dashboard/inbox/thread/thread-messages.ts'

export type Contact = Row<'contacts'>

export function useContact(contactId: string): LiveRows<Contact> {
  const { workspace } = useCurrentWorkspace()
  const list = useMemo<LiveList<Contact>>(
    () => ({
      topic: `workspace:${workspace.id}`,
      table: 'contacts',
      key: [contactId],
      keyOf: row => row.id,
      accepts: row => row.id === contactId,
      compare: (a, b) => (a.id < b.id ? -1 : 1),
      load: () => readRows('contacts', query => query.eq('id', contactId)),
    }),
    [workspace.id, contactId],
  )
  return useLiveRows(list)
}

/** From all conversations of the customer; read again after changes made in another one. */
export function useCustomerDetails(conversation: Conversation, contact: Contact | undefined): LiveRows<ContactDetail> {
  const details = useContactDetails(conversation.id, conversation.contact_id)
  const { refetch } = details
  const known = useRef(contact?.version)
  const version = contact?.version
  useEffect(() => {
    if (known.current !== undefined && version !== undefined && known.current !== version) refetch()
    known.current = version
  }, [version, refetch])
  return details
}

const pageSize = 10

export type Earlier = Pick<
  Conversation,
  | 'id'
  | 'source'
  | 'channel_id'
  | 'preview'
  | 'customer_said'
  | 'last_message_at'
  | 'created_at'
  | 'status'
  | 'assignee_id'
  | 'sentiment'
  | 'contact_id'
>

/** Limit on the accounts of one customer that are looked at. */
const maxContacts = 20

/** On any channel, newest first. */
export function useEarlier(conversation: Conversation, customerId: string | null | undefined, pages: number) {
  const { contact_id: contactId, status, id } = conversation
  return useQuery({
    queryKey: ['conversations of', contactId, customerId, status, pages],
    placeholderData: before => before,
    async queryFn() {
      const contacts = customerId
        ? await readRows('contacts', query => query.eq('customer_id', customerId).limit(maxContacts), 'id')
        : []
      const ids = new Set([contactId, ...contacts.map(contact => contact.id)])
      const rows = await readRows(
        'conversations',
        query =>
          query
            .in('contact_id', [...ids])
            .neq('id', id)
            .order('last_message_at', { ascending: false })
            .limit(pages * pageSize + 1),
        'id,source,channel_id,preview,customer_said,last_message_at,created_at,status,assignee_id,sentiment,contact_id',
      )
      return {
        rows: rows.slice(0, pages * pageSize),
        more: rows.length > pages * pageSize,
        accounts: ids.size,
      }
    },
  })
}
