/** A file that lies in the bucket already; `file` is its key there, `size` in bytes. */
export type ReplyFile = { file: string; name: string; mime: string; size: number }

/** A reply on its way. `waiting`: for the network, goes by itself. `failed`: waits for the member. */
export type PendingReply = {
  clientId: string
  text: string
  files?: readonly ReplyFile[]
  at: string
  state: 'sending' | 'waiting' | 'sent' | 'failed'
  /** Why it failed, in words. */
  problem?: string
  /** The platform may charge for it, and the member agrees. */
  mayCost?: boolean
  /** Asks for the customer's details by the platform's own form. */
  asksDetails?: boolean
}

export type OutboxParts = {
  /** Rejects with `offline: true` when nothing reached the server. */
  send(reply: PendingReply): Promise<void>
  isOffline(error: unknown): boolean
  messageOf(error: unknown): string
  newId(): string
  now(): Date
  /** Keeps what is not sent across a reload. */
  keep(unsent: PendingReply[]): void
  kept(): PendingReply[]
}

export type ReplyOutbox = {
  pending(): readonly PendingReply[]
  watch(listener: () => void): () => void
  add(text: string, options?: { mayCost?: boolean; asksDetails?: boolean; files?: readonly ReplyFile[] }): void
  resend(clientId: string, mayCost?: boolean): void
  discard(clientId: string): void
  /** The message is in the conversation: its pending twin is not needed any more. */
  arrived(clientIds: readonly string[]): void
  /** The network is back: what waited goes out, in the order in which it was written. */
  online(): void
}

/**
 * The replies of one conversation that are not in it yet. They go out one after another, so that their order stays; each carries
 * its own id, so that none is stored twice however often it is sent.
 */
export function makeReplyOutbox(parts: OutboxParts): ReplyOutbox {
  const listeners = new Set<() => void>()
  // What was on its way when the page went away may or may not have arrived: the member decides, and the id prevents a double.
  let pending: readonly PendingReply[] = parts.kept().map(reply => ({ ...reply, state: 'failed' }))
  let busy = false

  function become(next: readonly PendingReply[]): void {
    pending = next
    parts.keep(pending.filter(reply => reply.state !== 'sent'))
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
      // Behind one that waits for the network, a later one waits too.
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
