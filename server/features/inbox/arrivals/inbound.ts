import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import type { ChannelKind, Language } from '#shared/words.ts'

export type Inbound = {
  workspaceId: string
  channelId: string
  source: ChannelKind
  contact: {
    externalId: string
    name?: string | undefined
    language?: Language | undefined
    /** What a reply needs besides the id. */
    fields?: Record<string, string | number | boolean> | undefined
  }
  /** Probably an unknown visitor: tried as a first message before looking them up. */
  seemsFirst?: boolean | undefined
  /** From the widget; deduplicates. */
  clientId?: string | undefined
  /** From the platform; deduplicates. */
  externalId?: string | undefined
  text: string
  attachments?: StoredAttachment[] | undefined
  /** The platform's id of the message answered. */
  replyTo?: string | undefined
  payload?: string | undefined
  providerTime?: Date | undefined
}

export type Stored = {
  messageId: string
  conversationId: string
  contactId: string
  seq: number
  repeated: boolean
  /** When the customer's previous message was written, if the platform says so. */
  writtenBefore: Date | null
}
