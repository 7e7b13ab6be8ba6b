import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/data/api.ts'

type Asked = {
  conversationId: string
  /** The number of the customer's last message, if unanswered and the bot will not answer it. */
  unanswered: number | undefined
}

/** Asks the bot once, when the member starts typing; not for each letter, nor again when they return. */
export function useSuggested({ conversationId, unanswered }: Asked) {
  const [begun, setBegun] = useState(false)
  const [declined, setDeclined] = useState<number>()
  const { data } = useQuery({
    queryKey: ['suggested reply', conversationId, unanswered],
    enabled: begun && unanswered !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => call('POST /api/v1/conversations/:id/suggest-reply', { params: { id: conversationId } }),
  })
  const reply = unanswered === undefined || declined === unanswered ? null : (data?.reply ?? null)
  return { reply, begin: () => setBegun(true), decline: () => setDeclined(unanswered) }
}

export type Suggested = ReturnType<typeof useSuggested>
