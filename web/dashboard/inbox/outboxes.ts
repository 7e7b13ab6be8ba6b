import { useEffect, useSyncExternalStore } from 'react'
import { newClientId } from '#widget/new-id.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { makeReplyOutbox, type PendingReply, type ReplyOutbox } from './reply-outbox.ts'

// One per conversation for as long as the page lives: what is being sent goes on while the member looks elsewhere.
const outboxes = new Map<string, ReplyOutbox>()

/** The replies of a person in a conversation that are on their way. */
export function useOutbox(
  personId: string,
  conversationId: string,
): { outbox: ReplyOutbox; pending: readonly PendingReply[] } {
  const outbox = outboxOf(personId, conversationId)
  const pending = useSyncExternalStore(outbox.watch, outbox.pending)
  useEffect(() => {
    window.addEventListener('online', outbox.online)
    return () => window.removeEventListener('online', outbox.online)
  }, [outbox])
  return { outbox, pending }
}

function outboxOf(personId: string, conversationId: string): ReplyOutbox {
  const name = `sen-unsent:${personId}:${conversationId}`
  const known = outboxes.get(name)
  if (known) return known
  const made = makeReplyOutbox({
    async send(text, clientId, mayCost) {
      const body = { text, client_id: clientId, may_cost: mayCost }
      await call('POST', `/conversations/${conversationId}/reply`, body, {
        key: mayCost ? `${clientId}-paid` : clientId,
      })
    },
    isOffline: error => error instanceof ApiError && error.code === 'client.offline',
    messageOf,
    newId: newClientId,
    now: () => new Date(),
    keep: unsent => writeStored(name, unsent.length > 0 ? JSON.stringify(unsent) : undefined),
    kept: () => JSON.parse(readStored(name) ?? '[]') as PendingReply[],
  })
  outboxes.set(name, made)
  return made
}

/** What this tab remembers across a reload; undefined where there is no storage. */
export function readStored(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(name: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    // Without storage, drafts last as long as the page.
  }
}
