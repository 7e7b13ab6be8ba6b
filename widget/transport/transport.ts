// Implemented by the live server and by the simulation of the static demo. Cursors are opaque, but sort as text in the server's order.

import type { Result } from '#shared/contracts/api.ts'

export type ServerMessage = Result<'GET /widget/v1/messages'>['messages'][number]
export type Author = ServerMessage['author']
export type Citation = NonNullable<ServerMessage['citations']>[number]
/** Its bytes are fetched by id, with the visitor's token. */
export type Attachment = NonNullable<ServerMessage['attachments']>[number]

/** Shown beside a checkbox under the chat; ticking it agrees to this version. */
export type ConsentWords = NonNullable<Result<'POST /widget/v1/sessions'>['consent']>[number]

export type Rating = 'good' | 'bad'
export type Connection = 'connecting' | 'online' | 'reconnecting' | 'offline'
export type BotStatus = 'on' | 'off'
export type Draft = { client_id: string; text: string }
export type FileDraft = { client_id: string; file: File }
/** `greeting`: the greeting shown by the launcher, now stored before the message. */
export type Receipt = Omit<Result<'POST /widget/v1/messages'>, 'conversation_id'>
export type FileReceipt = Omit<Result<'POST /widget/v1/files'>, 'conversation_id'>

export type TransportListener = {
  connection(state: Connection): void
  /** In the server's order; duplicates possible. `history`: from before the chat was opened. */
  messages(messages: ServerMessage[], history: boolean): void
  typing(author: 'bot' | 'member', name: string | null): void
  /** The bot's reply so far, while it is generated; '': dropped. */
  draft(text: string): void
  status(bot: BotStatus): void
  /** A proof of being human is being computed before a message is sent. */
  checking(runs: boolean): void
  failed(code: string): void
  /** In each language of the shop; empty: nothing to ask. */
  asks(words: readonly ConsentWords[]): void
}

export type Transport = {
  start(listener: TransportListener): void
  stop(): void
  /** Resolves once the server has stored the message; idempotent by client_id. @throws SendFailure */
  send(draft: Draft): Promise<Receipt>
  typing(): void
  read(cursor: string): void
  /** Sent with the next message; null: unticked. */
  agree?(words: ConsentWords | null): void
  /** null withdraws the rating. */
  rate?(id: string, rating: Rating | null): void
  /** `onProgress`: share sent, 0 to 1. @throws SendFailure */
  files?: {
    send(draft: FileDraft, onProgress: (share: number) => void, signal: AbortSignal): Promise<FileReceipt>
    open(id: string): Promise<Blob>
  }
}

/** `waits`: offline; it is retried automatically. */
export class SendFailure extends Error {
  readonly code: string
  readonly waits: boolean
  constructor(code: string, waits = false) {
    super(code)
    this.code = code
    this.waits = waits
  }
}
