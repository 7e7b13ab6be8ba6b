import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readRows } from '#web/data/read.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { useMoment } from '#web/parts/time/shop-times.ts'
import { lastInteraction, type WindowFacts } from '#web/parts/conversations/reply-window.ts'

/** The platforms' reply window right now. A follow or a call also opens it; those are stored with the contact. */
export function useWindowFacts({
  source,
  contact_id: contactId,
  last_interaction_at: last,
}: Conversation): WindowFacts {
  const now = useMoment()
  const contact = useQuery({
    queryKey: ['contact', contactId],
    queryFn: async () => (await readRows('contacts', query => query.eq('id', contactId)))[0] ?? null,
  })
  const elsewhere = contact.data?.last_interaction_at
  const adEntry = contact.data?.ad_entry_at
  return useMemo(
    () => ({
      kind: source,
      lastInteraction: lastInteraction(last, elsewhere),
      adEntry: adEntry ? new Date(adEntry) : null,
      humanAgent: pageConfig().humanAgent,
      now,
    }),
    [source, last, elsewhere, adEntry, now],
  )
}
