import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#web/data/api.ts'
import { useLiveConnection } from '#web/data/live-rows.tsx'

export type Typing = { contact: boolean; memberId: string | undefined; bot: boolean }

const lastsMs = 6000
const nobody: Typing = { contact: false, memberId: undefined, bot: false }

/** Who is writing in a conversation right now, as the others tell it. */
export function useTyping(conversationId: string, ownPersonId: string): Typing {
  const connection = useLiveConnection()
  const [typing, setTyping] = useState(nobody)

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    function mark(who: string, on: Partial<Typing>, off: Partial<Typing>) {
      clearTimeout(timers.get(who))
      setTyping(known => ({ ...known, ...on }))
      timers.set(
        who,
        setTimeout(() => setTyping(known => ({ ...known, ...off })), lastsMs),
      )
    }
    const stop = connection.hear(`conversation:${conversationId}`, (event, payload) => {
      const { author, member_id: memberId } = payload
      if (event === 'generating') mark('bot', { bot: true }, { bot: false })
      else if (event !== 'typing') return
      else if (author === 'contact') mark('contact', { contact: true }, { contact: false })
      else if (author === 'member' && typeof memberId === 'string' && memberId !== ownPersonId) {
        mark('member', { memberId }, { memberId: undefined })
      }
    })
    return () => {
      stop()
      for (const timer of timers.values()) clearTimeout(timer)
      setTyping(nobody)
    }
  }, [connection, conversationId, ownPersonId])
  return typing
}

const tellEveryMs = 3000

/** Tells the customer, the team and the bot that the member is writing: at most every three seconds. */
export function useTellTyping(conversationId: string, ownPersonId: string): () => void {
  const connection = useLiveConnection()
  const toldAt = useRef(0)
  useEffect(() => {
    toldAt.current = 0
  }, [conversationId])
  return useCallback(() => {
    if (performance.now() - toldAt.current < tellEveryMs && toldAt.current > 0) return
    toldAt.current = performance.now()
    connection.say(`conversation:${conversationId}`, 'typing', { author: 'member', member_id: ownPersonId })
    // The server holds the bot back for a minute. A lost call is made up for by the next one, or by the reply itself.
    call('POST', `/conversations/${conversationId}/typing`, undefined, { repeatable: true }).catch(() => {})
  }, [connection, conversationId, ownPersonId])
}
