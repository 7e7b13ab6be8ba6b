import type { Message } from './message-list.ts'

export type SmallStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type Outbox = {
  load(): Message[]
  save(list: readonly Message[]): void
}

/** Where storage is blocked, it lives as long as the page. */
export function createOutbox(store: SmallStore | null, name: string): Outbox {
  let last: string | null | undefined
  return {
    load: () => attempt(() => readUnsent(store?.getItem(name) ?? null), []),
    save(list) {
      const unsent = list
        // Files are not kept across a reload, nor are greetings.
        .filter(message => message.id === null && !message.file && message.author === 'contact')
        .map(({ key, text, createdAt, state, reason }) => ({
          key,
          text,
          createdAt,
          failed: state === 'failed',
          reason,
        }))
      const saved = unsent.length ? JSON.stringify(unsent) : null
      if (saved === last) return
      last = saved
      attempt(() => (saved === null ? store?.removeItem(name) : store?.setItem(name, saved)), undefined)
    },
  }
}

// Messages in flight when the page closed are resent: the server knows their client ids.
function readUnsent(saved: string | null): Message[] {
  const list: unknown = JSON.parse(saved ?? '[]')
  if (!Array.isArray(list)) return []
  return list.slice(0, 100).flatMap((one: Record<string, unknown> | null) => {
    if (typeof one?.key !== 'string' || typeof one.text !== 'string' || typeof one.createdAt !== 'string') return []
    return {
      key: one.key,
      id: null,
      cursor: null,
      author: 'contact' as const,
      name: null,
      text: one.text,
      citations: [],
      attachments: [],
      choices: [],
      links: [],
      createdAt: one.createdAt,
      state: one.failed === true ? ('failed' as const) : ('pending' as const),
      reason: typeof one.reason === 'string' ? one.reason : null,
    }
  })
}

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
