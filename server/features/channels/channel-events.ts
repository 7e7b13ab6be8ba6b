import type { AttachmentType } from '#shared/contracts/channels/channels.contract.ts'

/** As the platform describes it. Its URL expires, so the file is copied soon. */
export type Attachment = {
  type: AttachmentType
  url?: string | undefined
  name?: string | undefined
  /** bytes */
  size?: number | undefined
  /** of links, templates, shared posts */
  title?: string | undefined
  text?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  stickerId?: string | undefined
}

/** Where a customer came from: an advertisement, a link. */
export type Referral = {
  ref?: string | undefined
  source?: string | undefined
  adId?: string | undefined
  title?: string | undefined
}

type OfCustomer = {
  /** the customer's id within this account; the platform's anonymous id for anonymous visitors */
  userId: string
  /** platform's timestamp; null: none given */
  time: Date | null
  /** Stored with the contact and passed to `Sending.to.fields`: what a reply needs, e.g. an anonymous conversation's id. */
  contactFields?: Record<string, string | number | boolean>
  userName?: string | undefined
}

/** True: another app owns the thread, so the bot stays silent. Undefined: the platform has no such concept. */
type MayStandBy = { standby?: boolean }

/** `text` as it came; characters the database cannot hold are stripped later. */
type MessageContent = { externalId: string; text: string; attachments: Attachment[]; replyTo?: string | undefined }

/** A customer's message; also a tap on a quick reply, with its payload. */
export type MessageIn = OfCustomer &
  MayStandBy &
  MessageContent & { kind: 'message.in'; payload?: string | undefined; referral?: Referral | undefined }

/**
 * A message that appeared on our side of the conversation.
 * `message.echo.own`: apparently sent through our app. Matched to its outgoing message by metadata, external id, or else text; while a
 * send is in flight it waits up to 10 s, after which it counts as a person's.
 * `message.echo.human`: certainly sent by another app or in the platform's own app: stored as a member's reply, and the bot pauses.
 */
export type MessageEcho = OfCustomer &
  MayStandBy &
  MessageContent & {
    kind: 'message.echo.own' | 'message.echo.human'
    /** `Sending.metadata` */
    metadata?: string | undefined
    /** the platform's name of the writer */
    writer?: string | undefined
  }

/** A button press; the bot gets it as a message with the button's title. Opens the window. */
export type Postback = OfCustomer &
  MayStandBy & {
    kind: 'postback'
    externalId: string
    title: string
    payload: string
    referral?: Referral | undefined
  }

/**
 * The customer subscribed or unsubscribed by the platform's own means. It grants a token, not consent: advertisements subscribe people
 * too. Does not open the window.
 */
export type Subscription = OfCustomer & {
  kind: 'subscription'
  subscribes: boolean
  /** secret; required to send */
  token?: string | undefined
  expiresAt?: Date | undefined
  /** `Sending.optIn`, where the customer answered it */
  payload?: string | undefined
}

export type ChannelEvent =
  | MessageIn
  | MessageEcho
  | Postback
  /** A known customer came by a link or an advertisement; opens the window. */
  | (OfCustomer & { kind: 'referral'; referral: Referral })
  /** A customer's reaction to a message of either side; `emoji` null takes it back. */
  | (OfCustomer & { kind: 'reaction'; externalId: string; emoji: string | null })
  /** May arrive before its original. `edit` numbers the edits, so that a late one is ignored. */
  | (OfCustomer & { kind: 'edit'; externalId: string; text: string; edit: number })
  /** The stored text is erased; may arrive before its original. */
  | (OfCustomer & { kind: 'delete'; externalId: string })
  /** By ids, or everything up to the watermark. Status only advances: sent → delivered → read. */
  | (OfCustomer & {
      kind: 'receipt.delivered' | 'receipt.read'
      externalIds?: string[] | undefined
      watermark?: Date | undefined
    })
  | (OfCustomer & { kind: 'follow' | 'unfollow' })
  | Subscription
  /** A message to a subscriber was sent, under the platform's campaign id. */
  | (OfCustomer & { kind: 'marketing.sent'; externalId: string; campaign: string })
  /** Opens the window without a message (a call, a click on the chat button). */
  | (OfCustomer & { kind: 'touch' })
  /** Submitted through the platform's own form. */
  | (OfCustomer & {
      kind: 'user_info'
      name?: string | undefined
      phone?: string | undefined
      email?: string | undefined
      address?: string | undefined
    })
  /** Thread control: 'us' resumes the bot, 'other' silences it. */
  | (OfCustomer & { kind: 'thread'; owner: 'us' | 'other' })
  /** Without `userId`: the account's templates or limits changed; details are fetched from the platform. */
  | (OfCustomer & { kind: 'account' })
