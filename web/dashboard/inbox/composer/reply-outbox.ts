/** Already uploaded: `file` is the key in the bucket, `size` in bytes. */
export type ReplyFile = { file: string; name: string; mime: string; size: number }

/** `waiting`: for the network, then sent automatically. `failed`: waits for the member. */
export type PendingReply = {
  clientId: string
  text: string
  files?: readonly ReplyFile[]
  at: string
  state: 'sending' | 'waiting' | 'sent' | 'failed'
  problem?: string
  /** The platform may charge for it, and the member agreed. */
  mayCost?: boolean
  asksDetails?: boolean
}

export type OutboxParts = {
  /** Rejects with `offline: true` when nothing reached the server. */
  send(reply: PendingReply): Promise<void>
  isOffline(error: unknown): boolean
  messageOf(error: unknown): string
  newId(): string
  now(): Date
  store(unsent: PendingReply[]): void
  stored(): PendingReply[]
}

export type ReplyOutbox = {
  pending(): readonly PendingReply[]
  watch(listener: () => void): () => void
  add(text: string, options?: { mayCost?: boolean; asksDetails?: boolean; files?: readonly ReplyFile[] }): void
  resend(clientId: string, mayCost?: boolean): void
  discard(clientId: string): void
  /** These messages are stored: their pending copies can go. */
  arrived(clientIds: readonly string[]): void
  online(): void
}

/** Sends one reply after another to keep their order; each has its own id, so that retries never store it twice. */
export function makeReplyOutbox(parts: OutboxParts): ReplyOutbox {
  const listeners = new Set<() => void>()
  // Replies in flight when the page closed may have arrived: the member decides, and the id prevents duplicates.
  let pending: readonly PendingReply[] = parts.stored().map(reply => ({ ...reply, state: 'failed' }))
  let busy = false

  function become(next: readonly PendingReply[]): void {
    pending = next
    parts.store(pending.filter(reply => reply.state !== 'sent'))
    for (const listener of listeners) listener()
  }

  function change(clientId: string, changes: Pick<PendingReply, 'state' | 'problem' | 'mayCost'>): void {
    become(
      pending.map(reply => {
        if (reply.clientId !== clientId) return reply
        const { problem: _, ...rest } = reply
        return { ...rest, ...changes }
      }),
    )
  }

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    for (;;) {
      const next = pending.find(reply => reply.state === 'sending')
      if (!next) break
      try {
        await parts.send(next)
        change(next.clientId, { state: 'sent' })
      } catch (error) {
        if (parts.isOffline(error)) {
          become(pending.map(reply => (reply.state === 'sending' ? { ...reply, state: 'waiting' } : reply)))
        } else {
          change(next.clientId, { state: 'failed', problem: parts.messageOf(error) })
        }
      }
    }
    busy = false
  }

  return {
    pending: () => pending,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(text, { mayCost = false, asksDetails = false, files = [] } = {}) {
      const clientId = parts.newId()
      // Keeps the order: behind a waiting reply, later ones wait too.
      const state = pending.some(reply => reply.state === 'waiting') ? 'waiting' : 'sending'
      const at = parts.now().toISOString()
      const more = {
        ...(mayCost && { mayCost }),
        ...(asksDetails && { asksDetails }),
        ...(files.length > 0 && { files }),
      }
      become([...pending, { clientId, text, at, state, ...more }])
      void work()
    },
    resend(clientId, mayCost) {
      change(clientId, { state: 'sending', ...(mayCost && { mayCost }) })
      void work()
    },
    discard(clientId) {
      become(pending.filter(reply => reply.clientId !== clientId))
    },
    arrived(clientIds) {
      if (pending.some(reply => clientIds.includes(reply.clientId))) {
        become(pending.filter(reply => !clientIds.includes(reply.clientId)))
      }
    },
    online() {
      if (!pending.some(reply => reply.state === 'waiting')) return
      become(pending.map(reply => (reply.state === 'waiting' ? { ...reply, state: 'sending' } : reply)))
      void work()
    },
  }
}
