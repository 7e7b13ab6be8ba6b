import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { storedLanguage } from '#web/data/stored-language.ts'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Message } from '#web/data/wire-rows.ts'
import { showError, showErrorToast } from '#web/kit/feedback/toast.tsx'

/** The message named in the address (`?message=`, its id or number), once loaded; reads back as far as needed. */
export function useSearchJump(
  conversationId: string,
  messages: LiveRows<Message>,
  reach: RefObject<number | undefined>,
): { id: string; ask: string } | undefined {
  const [search] = useSearchParams()
  const { key: ask } = useLocation()
  const wanted = search.get('message')
  const [read, setRead] = useState<{ of: string; seq: number }>()
  const isNumber = wanted !== null && /^\d{1,15}$/.test(wanted)
  const seq = isNumber ? Number(wanted) : read?.of === `${wanted} ${ask}` ? read.seq : undefined
  const announced = useRef<string>(undefined)
  const { rows, status, more, loadingMore, moreFailed, loadMore } = messages

  useEffect(() => {
    if (!wanted || isNumber) return
    let current = true
    readSeq(conversationId, wanted)
      .then(known => current && setRead({ of: `${wanted} ${ask}`, seq: known ?? 0 }))
      .catch((error: unknown) => current && showError(error))
    return () => {
      current = false
    }
  }, [conversationId, wanted, isNumber, ask])

  useEffect(() => {
    if (seq === undefined || status !== 'ready' || loadingMore) return
    const message = rows.find(row => row.seq === seq)
    if (message) return
    const oldest = rows.at(-1)?.seq ?? 0
    if (more && !moreFailed && seq > 0 && seq < oldest) {
      reach.current = seq
      void loadMore()
    } else if (!moreFailed && announced.current !== ask) {
      announced.current = ask
      showErrorToast(inboxToolsTexts(storedLanguage()).messageGone)
    }
  }, [seq, ask, rows, status, more, loadingMore, moreFailed, loadMore, reach])

  const id = seq === undefined ? undefined : rows.find(row => row.seq === seq)?.id
  return useMemo(() => (id === undefined ? undefined : { id, ask }), [id, ask])
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function readSeq(conversationId: string, id: string): Promise<number | undefined> {
  if (!uuid.test(id)) return undefined
  const [row] = await readRows(
    'messages',
    query => query.eq('conversation_id', conversationId).eq('id', id).limit(1),
    'id,seq',
  )
  return row?.seq
}
