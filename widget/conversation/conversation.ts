import { sanitizeTyped } from '#shared/rules/text/sanitize.ts'
import { inOrder, lastCursor, mergeMessages, localMessage, type Message } from './message-list.ts'
import { newClientId } from '#widget/new-id.ts'
import type { Snapshot, Typist } from './snapshot.ts'
import { createUploads } from './uploads.ts'
import type { Outbox } from './outbox.ts'
import {
  SendFailure,
  type Connection,
  type ConsentWords,
  type Rating,
  type Receipt,
  type ServerMessage,
  type Transport,
} from '#widget/transport/transport.ts'

/** Minimum time that the header shows "connecting", in ms. */
const CONNECTING_MS = 1000
const TYPING_EVERY_MS = 3000
const TYPING_LASTS_MS = 6000
/** Key of the launcher's greeting, which is not stored on the server yet. */
const greetingKey = 'greeting'
/** UTF-16 code units. */
export const TEXT_MAX = 2000

export type ConversationOptions = {
  transport: Transport
  outbox: Outbox
  /** Cursor of the last message seen; '' if unknown. */
  read?: string
  onMessage?(message: Message): void
  onUnread?(count: number): void
  onRead?(cursor: string): void
  onError?(code: string): void
}
export type Conversation = ReturnType<typeof createConversation>

/** Has no UI. Messages are resent under the same id, so that the server stores each once. */
export function createConversation(options: ConversationOptions) {
  const { transport, outbox } = options
  const watchers = new Set<() => void>()
  let read = options.read ?? ''
  let visible = false
  let started = false
  let sending = false
  let held = false
  let lastTyped = -Infinity
  let typingEnds: ReturnType<typeof setTimeout> | undefined
  let onlineAt: ReturnType<typeof setTimeout> | undefined
  let firstOnline = true
  let checks = 0
  let snapshot: Snapshot = {
    messages: outbox.load(),
    connection: 'connecting',
    bot: 'on',
    typing: null,
    drafted: false,
    checking: false,
    asked: [],
    agreed: null,
    unread: 0,
    waiting: 0,
  }

  function update(change: Partial<Snapshot>) {
    const messages = change.messages ?? snapshot.messages
    const unread = visible ? 0 : messages.filter(isUnread).length
    const before = snapshot.unread
    const typing = change.typing === undefined ? snapshot.typing : change.typing
    const drafted = Boolean(typing?.draft) || (snapshot.drafted && messages.at(-1)?.author !== 'contact')
    snapshot = { ...snapshot, ...change, drafted, unread, waiting: messages.filter(isWaiting).length }
    if (change.messages) outbox.save(messages)
    if (unread !== before) options.onUnread?.(unread)
    for (const watcher of [...watchers]) watcher()
  }

  function isUnread(message: Message): boolean {
    return message.author !== 'contact' && message.author !== 'system' && (message.cursor ?? '') > read
  }

  function receive(incoming: ServerMessage[], history: boolean) {
    const { list, added } = mergeMessages(snapshot.messages, incoming)
    const last = incoming.at(-1)?.cursor ?? ''
    // Without a stored read mark, no old message counts as unread.
    if (history && read === '') markRead(last)
    const fresh = added.filter(isUnread)
    if (visible) markRead(last)
    const spoken = incoming.some(message => message.author === snapshot.typing?.author)
    update({ messages: list, ...(spoken && { typing: null }) })
    for (const message of fresh) options.onMessage?.(message)
  }

  function markRead(cursor: string) {
    if (cursor <= read) return
    read = cursor
    options.onRead?.(cursor)
    if (visible && snapshot.messages.some(message => message.author !== 'contact')) transport.read(cursor)
  }

  function change(key: string, part: Partial<Message>) {
    update({
      messages: inOrder(
        snapshot.messages.map(message => (message.key === key ? Object.assign({ ...message }, part) : message)),
      ),
    })
  }

  /** Once answered, the greeting is a stored message; if the server rejected it, it is dropped. */
  function recordGreeting(place: Receipt['greeting']) {
    const { messages } = snapshot
    if (!messages.some(message => message.key === greetingKey && message.id === null)) return
    if (place && messages.every(message => message.id !== place.id)) change(greetingKey, place)
    else update({ messages: messages.filter(message => message.key !== greetingKey) })
  }

  // One at a time, to preserve the order.
  async function sendNext(): Promise<void> {
    const next = snapshot.messages.find(message => message.state === 'pending')
    if (!next || sending || held || !started) return
    sending = true
    change(next.key, { state: 'sending', reason: null })
    try {
      const receipt = await transport.send({ client_id: next.key, text: next.text })
      // Writing implies having read everything above.
      markRead(receipt.cursor)
      const { id, cursor, greeting } = receipt
      recordGreeting(greeting)
      change(next.key, { id, cursor, state: 'sent' })
    } catch (failure) {
      const { code, waits } = failure instanceof SendFailure ? failure : new SendFailure('unexpected')
      held = waits
      change(next.key, { state: waits ? 'pending' : 'failed', reason: waits ? null : code })
    }
    sending = false
    await sendNext()
  }

  const uploads = createUploads(transport, change)

  function showConnection(state: Connection) {
    clearTimeout(onlineAt)
    if (state === 'online') {
      held = false
      void sendNext()
    }
    if (state === 'online' && firstOnline) {
      onlineAt = setTimeout(() => {
        firstOnline = false
        update({ connection: 'online' })
      }, CONNECTING_MS)
    } else {
      update({ connection: state, ...(state !== 'online' && { typing: null }) })
    }
  }

  function showTyping(author: Typist['author'], name: string | null, draft?: string) {
    clearTimeout(typingEnds)
    typingEnds = setTimeout(() => update({ typing: null }), TYPING_LASTS_MS)
    const before = snapshot.typing?.author === author ? snapshot.typing.draft : ''
    update({ typing: { author, name, draft: draft ?? before } })
  }

  function agree(agreed: ConsentWords | null) {
    transport.agree?.(agreed)
    update({ agreed })
  }

  function showDraft(text: string) {
    if (text !== '') showTyping('bot', null, text)
    else if (snapshot.typing?.author === 'bot') update({ typing: null })
  }

  return {
    snapshot: (): Snapshot => snapshot,
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    start() {
      started = true
      update({})
      transport.start({
        connection: showConnection,
        messages: receive,
        typing: (author, name) => showTyping(author, name),
        draft: showDraft,
        status: bot => update({ bot }),
        checking: runs => {
          checks += runs ? 1 : -1
          update({ checking: checks > 0 })
        },
        failed: code => options.onError?.(code),
        asks(asked) {
          const { agreed } = snapshot
          if (agreed && !asked.some(one => one.language === agreed.language && one.version === agreed.version))
            agree(null)
          update({ asked })
        },
      })
      void sendNext()
    },
    stop() {
      started = false
      clearTimeout(typingEnds)
      clearTimeout(onlineAt)
      transport.stop()
    },
    /** @returns false for blank text */
    send(typed: string): boolean {
      const text = sanitizeTyped(typed).trim().slice(0, TEXT_MAX)
      if (text === '') return false
      const message = localMessage({ key: newClientId(), text })
      lastTyped = -Infinity
      update({ messages: [...snapshot.messages, message] })
      void sendNext()
      return true
    },
    /** Becomes a message with the visitor's first one. */
    greet(text: string) {
      const greeting = localMessage({ key: greetingKey, author: 'bot', text, state: 'sent' })
      if (snapshot.messages.every(message => message.key !== greetingKey))
        update({ messages: inOrder([greeting, ...snapshot.messages]) })
    },
    takesFiles: transport.files !== undefined,
    /** Each file is a message of its own; uploads run in parallel and do not block texts. */
    sendFile(file: File) {
      const key = newClientId()
      const kind = file.type.startsWith('image/') ? ('image' as const) : ('file' as const)
      const attachments = [{ id: key, kind, name: file.name, size: file.size }]
      const message = localMessage({ key, attachments, state: 'sending', file, progress: 0 })
      update({ messages: [...snapshot.messages, message] })
      void uploads.start(message)
    },
    cancelFile(key: string) {
      uploads.stop(key)
      update({ messages: snapshot.messages.filter(message => message.key !== key || message.id !== null) })
    },
    agree,
    /** The same rating again withdraws it. */
    rate(key: string, given: Rating) {
      const answer = snapshot.messages.find(message => message.key === key)
      if (!answer?.id) return
      const rating = answer.rating === given ? null : given
      change(key, { rating })
      transport.rate?.(answer.id, rating)
    },
    openFile: (id: string): Promise<Blob> => {
      const own = snapshot.messages.find(message => message.file && message.attachments.some(one => one.id === id))
      if (own?.file) return Promise.resolve(own.file)
      return transport.files ? transport.files.open(id) : Promise.reject(new SendFailure('network'))
    },
    /** Retries a failed message under the same id. */
    resend(key: string) {
      const failed = snapshot.messages.find(message => message.key === key && message.state === 'failed')
      if (!failed) return
      if (failed.file) {
        change(key, { state: 'sending', reason: null, progress: 0 })
        void uploads.start(failed)
        return
      }
      held = false
      change(key, { state: 'pending', reason: null })
      void sendNext()
    },
    typed() {
      if (performance.now() - lastTyped < TYPING_EVERY_MS) return
      lastTyped = performance.now()
      transport.typing()
    },
    /** Whether the messages are visible; visible ones are marked as read. */
    show(isVisible: boolean) {
      visible = isVisible
      if (visible) markRead(lastCursor(snapshot.messages))
      update({})
    },
    readElsewhere(cursor: string) {
      if (cursor > read) read = cursor
      update({})
    },
  }
}

function isWaiting(message: Message): boolean {
  return message.state === 'pending' || message.state === 'sending'
}
