import { useSyncExternalStore } from 'react'
import { newClientId } from '#widget/new-id.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { makeReplyOutbox, type PendingReply, type ReplyOutbox } from './reply-outbox.ts'

// One per conversation as long as the page lives: sending continues while another conversation is shown.
const outboxes = new Map<string, ReplyOutbox>()
let owner: string | undefined
let trying: ReturnType<typeof setInterval> | undefined

type Place = { id: string; workspace_id: string }

/** A server that went down cannot announce its return. */
const tryAgainMs = 6000

export function useOutbox(
  personId: string,
  conversation: Place,
): { outbox: ReplyOutbox; pending: readonly PendingReply[] } {
  const outbox = outboxOf(personId, conversation)
  const pending = useSyncExternalStore(outbox.watch, outbox.pending)
  return { outbox, pending }
}

function outboxOf(personId: string, { id, workspace_id: workspace }: Place): ReplyOutbox {
  // One person's unsent replies must not go out under the name of the next at this browser.
  if (owner !== personId) outboxes.clear()
  owner = personId
  const name = `sen-unsent:${personId}:${id}`
  const known = outboxes.get(name)
  if (known) return known
  const made = makeReplyOutbox({
    async send({ text, clientId, mayCost = false, asksDetails = false, files = [] }) {
      const attachments = files.map(one => ({ file: one.file, name: one.name }))
      const body = {
        text,
        client_id: clientId,
        may_cost: mayCost,
        ...(asksDetails && { asks_details: true }),
        ...(attachments.length > 0 && { attachments }),
      }
      await call('POST /api/v1/conversations/:id/reply', {
        params: { id },
        body,
        // Another shop may be open by now.
        workspace,
        key: mayCost ? `${clientId}-paid` : clientId,
      })
    },
    isOffline: error => error instanceof ApiError && error.code === 'client.offline',
    messageOf,
    newId: newClientId,
    now: () => new Date(),
    store: unsent => writeStored(name, unsent.length > 0 ? JSON.stringify(unsent) : undefined),
    stored: () => JSON.parse(readStored(name) ?? '[]') as PendingReply[],
  })
  made.watch(tryWhileWaiting)
  outboxes.set(name, made)
  return made
}

function tryWhileWaiting(): void {
  const waits = [...outboxes.values()].some(outbox => outbox.pending().some(reply => reply.state === 'waiting'))
  if (waits && trying === undefined) trying = setInterval(sendWaiting, tryAgainMs)
  if (waits || trying === undefined) return
  clearInterval(trying)
  trying = undefined
}

function sendWaiting(): void {
  if (!navigator.onLine) return
  for (const outbox of outboxes.values()) outbox.online()
}

window.addEventListener('online', sendWaiting)

/** What this tab keeps across a reload; undefined without storage. */
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
  } catch {}
}
