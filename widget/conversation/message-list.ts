import type { Attachment, Author, Citation, Rating, ServerMessage } from '#widget/transport/transport.ts'

export type MessageState = 'pending' | 'sending' | 'sent' | 'failed'

/** A message as the chat box shows it. */
export type Message = {
  /** The visitor's client id, or the server's id of what others wrote. */
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
  /** What the visitor is sending; it can be shown, and sent again. */
  file?: File
  /** The share of it that is gone, from 0 to 1. */
  progress?: number
  createdAt: string
  state: MessageState
  /** Why it failed. */
  reason: string | null
}

/** What the visitor has just written, or is sending. */
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

/**
 * Takes messages of the server into the list: each once, in the server's order; what the server has not stored yet
 * stands at the end in the order of writing. Returns the messages that were not known before.
 */
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
    // What the visitor sent from here need not be fetched again to be shown.
    const message = known?.file ? { ...stored, file: known.file, attachments: known.attachments } : stored
    byKey.set(key, message)
    keyOfId.set(one.id, key)
    if (!known) added.push(message)
  }
  return { list: inOrder([...byKey.values()]), added }
}

/** Sorts by the server's cursor; what has none keeps its order at the end. */
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

/** The newest place that is known; '' before any. */
export function lastCursor(messages: readonly Message[]): string {
  return messages.reduce(
    (last, message) => (message.cursor !== null && message.cursor > last ? message.cursor : last),
    '',
  )
}
