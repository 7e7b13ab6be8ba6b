import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import type { ChannelKind, Language } from '#shared/words.ts'

/** A customer's message as a channel read it. */
export type Inbound = {
  workspaceId: string
  channelId: string
  source: ChannelKind
  /** The customer as the channel knows them. */
  contact: {
    externalId: string
    name?: string | undefined
    language?: Language | undefined
    /** what a reply needs besides the id */
    fields?: Record<string, string | number | boolean> | undefined
  }
  /** Nobody seems to know this visitor: their message is stored as a first one, unless somebody does. */
  seemsFirst?: boolean | undefined
  /** Made by the visitor's widget: the same one again is the same message. */
  clientId?: string | undefined
  /** Made by the platform: the same one again is the same message. */
  externalId?: string | undefined
  text: string
  attachments?: StoredAttachment[] | undefined
  /** The platform's id of the message that this one answers. */
  replyTo?: string | undefined
  /** What a tapped button carries. */
  payload?: string | undefined
  providerTime?: Date | undefined
}

export type Stored = {
  messageId: string
  conversationId: string
  contactId: string
  seq: number
  repeated: boolean
  /** When the message before it was written, where it is the customer's too and the platform says so. */
  writtenBefore: Date | null
}
