// The one interface between the conversation and whatever carries it: the live server, or the simulation of the
// static demo. Cursors are opaque but sort as text in the server's order.

export type Author = 'contact' | 'bot' | 'member' | 'system'
export type Citation = { title: string; quote: string }
/** A file of the conversation: its bytes are asked for by id, with the visitor's token. */
export type Attachment = { id: string; kind: 'image' | 'file'; name: string; size: number }

/** A message as the server has it. */
export type ServerMessage = {
  id: string
  cursor: string
  author: Author
  text: string
  created_at: string
  /** The visitor's own id of a message that the visitor wrote. */
  client_id?: string | null
  /** First name of the member who wrote. */
  name?: string | null
  citations?: Citation[]
  attachments?: Attachment[]
  /** Of what the bot answered: whether the visitor said that it helped. */
  rating?: Rating | null
  /** What the visitor may pick as an answer to it. */
  choices?: string[]
  /** Buttons under it that lead somewhere. */
  links?: { title: string; url: string }[]
}

/** The shop's words beside a box under the chat; a tick agrees to this version of them. */
export type ConsentWords = { language: string; version: number; words: string }

export type Rating = 'good' | 'bad'
export type Connection = 'connecting' | 'online' | 'reconnecting' | 'offline'
export type BotStatus = 'on' | 'off'
export type Draft = { client_id: string; text: string }
export type FileDraft = { client_id: string; file: File }
/** `greeting`: what the chat button had said, which the shop now has before it. */
export type Receipt = { id: string; cursor: string; greeting?: { id: string; cursor: string } }
export type FileReceipt = Receipt & { attachments: Attachment[] }

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
