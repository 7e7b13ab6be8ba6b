// The one interface between the conversation and whatever carries it: the live server, or the simulation of the
// static demo. Cursors are opaque but sort as text in the server's order.

import type { z } from 'zod'
import type { widgetApi } from '#shared/contracts/widget.api.ts'

type Api = typeof widgetApi
type Answer<A extends keyof Api> = z.output<Api[A]['result']>
export type ServerMessage = Answer<'GET /widget/v1/messages'>['messages'][number]
export type Author = ServerMessage['author']
export type Citation = NonNullable<ServerMessage['citations']>[number]
/** A file of the conversation: its bytes are asked for by id, with the visitor's token. */
export type Attachment = NonNullable<ServerMessage['attachments']>[number]

/** The shop's words beside a box under the chat; a tick agrees to this version of them. */
export type ConsentWords = NonNullable<Answer<'POST /widget/v1/sessions'>['consent']>[number]

export type Rating = 'good' | 'bad'
export type Connection = 'connecting' | 'online' | 'reconnecting' | 'offline'
export type BotStatus = 'on' | 'off'
export type Draft = { client_id: string; text: string }
export type FileDraft = { client_id: string; file: File }
/** `greeting`: what the chat button had said, which the shop now has before it. */
export type Receipt = Omit<Answer<'POST /widget/v1/messages'>, 'conversation_id'>
export type FileReceipt = Omit<Answer<'POST /widget/v1/files'>, 'conversation_id'>

/** What a transport tells the conversation. */
export type TransportListener = {
  connection(state: Connection): void
  /** Messages in the server's order; the same one may come twice. `history`: they lay there when the chat began. */
  messages(messages: ServerMessage[], history: boolean): void
  typing(author: 'bot' | 'member', name: string | null): void
  /** The beginning of the bot's reply while it is being written; '': it is not going to be said. */
  draft(text: string): void
  status(bot: BotStatus): void
  /** Whether it is being shown that a person writes, before what was written goes out. */
  checking(runs: boolean): void
  failed(code: string): void
  /** What the visitor may agree to, in each language of the shop; none: there is nothing to ask. */
  asks(words: readonly ConsentWords[]): void
}

export type Transport = {
  start(listener: TransportListener): void
  stop(): void
  /** Resolves when the server has stored the message; throws SendFailure. The same client_id is stored once. */
  send(draft: Draft): Promise<Receipt>
  typing(): void
  read(cursor: string): void
  /** The box is ticked, or not any more (null): goes with the next message. */
  agree?(words: ConsentWords | null): void
  /** Whether an answer helped; null takes it back. */
  rate?(id: string, rating: Rating | null): void
  /** Files, where the transport carries any. `onProgress`: the share that is gone, from 0 to 1. Throws SendFailure. */
  files?: {
    send(draft: FileDraft, onProgress: (share: number) => void, signal: AbortSignal): Promise<FileReceipt>
    open(id: string): Promise<Blob>
  }
}

/** Why a message did not go out. `waits`: there is no network, it goes out by itself later. */
export class SendFailure extends Error {
  readonly code: string
  readonly waits: boolean
  constructor(code: string, waits = false) {
    super(code)
    this.code = code
    this.waits = waits
  }
}
