import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#web/data/api.ts'
import { useLiveConnection } from '#web/data/live/live-rows.tsx'
import type { Message } from '#web/data/wire-rows.ts'

export type Typing = { contact: boolean; memberId: string | undefined; bot: boolean }

/** After which message number each began typing. */
type Marks = { contact?: number; bot?: number; member?: { id: string; after: number } }

const lastsMs = 6000

/** Takes messages newest first; someone whose message arrived is no longer typing. */
export function useTyping(conversationId: string, currentPersonId: string, messages: readonly Message[]): Typing {
  const connection = useLiveConnection()
  const [marks, setMarks] = useState<Marks>({})
  const newest = useRef(0)
  useEffect(() => {
    newest.current = messages[0]?.seq ?? 0
  }, [messages])

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    function mark(who: keyof Marks, value: Marks) {
      clearTimeout(timers.get(who))
      setMarks(known => ({ ...known, ...value }))
      const forget = () => setMarks(({ [who]: _, ...others }) => others)
      timers.set(who, setTimeout(forget, lastsMs))
    }
    const stop = connection.listen(`conversation:${conversationId}`, (event, payload) => {
      const { author, member_id: memberId } = payload
      const after = newest.current
      if (event === 'generating') mark('bot', { bot: after })
      else if (event !== 'typing') return
      else if (author === 'contact') mark('contact', { contact: after })
      else if (author === 'member' && typeof memberId === 'string' && memberId !== currentPersonId) {
        mark('member', { member: { id: memberId, after } })
      }
    })
    return () => {
      stop()
      for (const timer of timers.values()) clearTimeout(timer)
      setMarks({})
    }
  }, [connection, conversationId, currentPersonId])

  const writes = (author: string, after: number | undefined) =>
    after !== undefined && !messages.some(message => message.author === author && message.seq > after)
  return {
    contact: writes('contact', marks.contact),
    bot: writes('bot', marks.bot),
    memberId: writes('member', marks.member?.after) ? marks.member?.id : undefined,
  }
}

const notifyEveryMs = 3000

/** At most every three seconds. */
export function useNotifyTyping(conversationId: string, currentPersonId: string): () => void {
  const connection = useLiveConnection()
  const notifiedAt = useRef(0)
  useEffect(() => {
    notifiedAt.current = 0
  }, [conversationId])
  return useCallback(() => {
    if (performance.now() - notifiedAt.current < notifyEveryMs && notifiedAt.current > 0) return
    notifiedAt.current = performance.now()
    connection.send(`conversation:${conversationId}`, 'typing', { author: 'member', member_id: currentPersonId })
    // The server pauses the bot for a minute. The next call, or the reply itself, makes up for a lost one.
    call('POST /api/v1/conversations/:id/typing', { params: { id: conversationId }, repeatable: true }).catch(() => {})
  }, [connection, conversationId, currentPersonId])
}
