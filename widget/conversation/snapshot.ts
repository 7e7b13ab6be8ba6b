import type { Message } from './message-list.ts'
import type { BotStatus, Connection, ConsentWords } from '#widget/transport/transport.ts'

export type Typist = {
  author: 'bot' | 'member'
  name: string | null
  /** The bot's reply so far; '' before it starts. */
  draft: string
}
export type Snapshot = {
  readonly messages: readonly Message[]
  readonly connection: Connection
  readonly bot: BotStatus
  readonly typing: Typist | null
  /** The last reply was shown while being written: its final message must not animate in again. */
  readonly drafted: boolean
  /** A human check runs before sending. */
  readonly checking: boolean
  readonly asked: readonly ConsentWords[]
  readonly agreed: ConsentWords | null
  readonly unread: number
  /** The visitor's messages still to be sent. */
  readonly waiting: number
}
