import type { Attachment, Author, Citation, Rating, ServerMessage } from '#widget/transport/transport.ts'

export type MessageState = 'pending' | 'sending' | 'sent' | 'failed'

export type Message = {
  /** The visitor's client id, or the server's id of others' messages. */
  key: string
  id: string | null
  cursor: string | null
  author: Author
  name: string | null
  text: string
  citations: readonly Citation[]
  attachments: readonly Attachment[]
  /** undefined: there is nothing to rate. */
  rating?: Rating | null
  choices: readonly string[]
  links: readonly { title: string; url: string }[]
  /** Kept for display and retries. */
  file?: File
  /** The share sent, from 0 to 1. */
  progress?: number
  createdAt: string
  state: MessageState
  reason: string | null
}

export function localMessage(part: Partial<Message> & { key: string }): Message {
  return {
    id: null,
    cursor: null,
    author: 'contact',
    name: null,
    text: '',
    citations: [],
    attachments: [],
    choices: [],
    links: [],
    createdAt: new Date().toISOString(),
    state: 'pending',
    reason: null,
    ...part,
  }
}

/** Each message once, in the server's order; unstored ones at the end as written. Returns the new messages. */
export function mergeMessages(
  list: readonly Message[],
  incoming: readonly ServerMessage[],
): { list: Message[]; added: Message[] } {
  const byKey = new Map(list.map(message => [message.key, message]))
  const keyOfId = new Map(list.map(message => [message.id, message.key]))
  const added: Message[] = []
  for (const one of incoming) {
    const key = (one.author === 'contact' && one.client_id) || keyOfId.get(one.id) || one.id
    const known = byKey.get(key)
    const stored = fromServer(key, one)
    // Shows the sent file without downloading it again.
    const message = known?.file ? { ...stored, file: known.file, attachments: known.attachments } : stored
    byKey.set(key, message)
    keyOfId.set(one.id, key)
    if (!known) added.push(message)
  }
  return { list: inOrder([...byKey.values()]), added }
}

/** By server cursor; messages without one keep their order at the end. */
export function inOrder(list: Message[]): Message[] {
  return list.sort((a, b) => {
    if (a.cursor === null || b.cursor === null) return Number(a.cursor === null) - Number(b.cursor === null)
    return a.cursor < b.cursor ? -1 : Number(a.cursor > b.cursor)
  })
}

function fromServer(key: string, message: ServerMessage): Message {
  return {
    key,
    id: message.id,
    cursor: message.cursor,
    author: message.author,
    name: message.name ?? null,
    text: message.text,
    citations: message.citations ?? [],
    attachments: message.attachments ?? [],
    choices: message.choices ?? [],
    links: message.links ?? [],
    ...(message.rating !== undefined && { rating: message.rating }),
    createdAt: message.created_at,
    state: 'sent',
    reason: null,
  }
}

export function lastCursor(messages: readonly Message[]): string {
  return messages.reduce(
    (last, message) => (message.cursor !== null && message.cursor > last ? message.cursor : last),
    '',
  )
}
