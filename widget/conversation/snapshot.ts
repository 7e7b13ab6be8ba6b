import type { Message } from './message-list.ts'
import type { BotStatus, Connection, ConsentWords } from '#widget/transport/transport.ts'

export type Typist = {
  author: 'bot' | 'member'
  name: string | null
  /** What the bot has written so far; '' while it has not begun. */
  draft: string
}
export type Snapshot = {
  readonly messages: readonly Message[]
  readonly connection: Connection
  readonly bot: BotStatus
  readonly typing: Typist | null
  /** The last reply was shown while it was written: the message that takes its place does not come in a second time. */
  readonly drafted: boolean
  /** A check runs before what was written goes out. */
  readonly checking: boolean
  /** What the visitor may agree to by a box, in each language of the shop. */
  readonly asked: readonly ConsentWords[]
  /** What stands beside the box that is ticked. */
  readonly agreed: ConsentWords | null
  readonly unread: number
  /** How many messages of the visitor are still to go out. */
  readonly waiting: number
}
