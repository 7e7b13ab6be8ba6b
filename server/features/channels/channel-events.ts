import type { AttachmentType } from '#shared/contracts/channels/channels.contract.ts'

/** A file or the like as the platform describes it. Its address expires: the program copies what can be copied. */
export type Attachment = {
  type: AttachmentType
  /** http(s); fetched by the guarded fetch */
  url?: string | undefined
  name?: string | undefined
  /** bytes, as the platform says */
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

/** What all events have. */
type OfCustomer = {
  /** the customer's id in this account; for anonymous visitors the platform's anonymous id */
  userId: string
  /** when the platform says it happened; null: it does not say */
  time: Date | null
  /** Stays with the contact and comes back in `Sending.to.fields`: what a reply needs, for example an anonymous conversation's id. */
  contactFields?: Record<string, string | number | boolean>
  /** the customer's name, where the event tells it */
  userName?: string | undefined
}

/** Whether another app holds the conversation: the message is stored and no bot answers. Undefined: on this platform there are no others. */
type MayStandBy = { standby?: boolean }

/** What was said: text as it came (the program takes away what the database cannot hold). */
type Said = { externalId: string; text: string; attachments: Attachment[]; replyTo?: string | undefined }

/** A customer wrote. A tap on a quick reply is one, with its payload. */
export type MessageIn = OfCustomer &
  MayStandBy &
  Said & { kind: 'message.in'; payload?: string | undefined; referral?: Referral | undefined }

/**
 * A message that appeared in the conversation on our account's side.
 * `message.echo.own`: as far as the platform tells, it was sent through our app. It is joined to its outgoing message by metadata,
 * external id, or (with neither) by its text; while a send is in flight it waits up to 10 s for it; then it is taken for a person's.
 * `message.echo.human`: another app or a person in the platform's own app, for certain: stored as a member's reply; the bot pauses.
 */
export type MessageEcho = OfCustomer &
  MayStandBy &
  Said & {
    kind: 'message.echo.own' | 'message.echo.human'
    /** `Sending.metadata`, where it came back */
    metadata?: string | undefined
    /** who wrote it, as the platform calls them */
    writer?: string | undefined
  }

/** A button was pressed: told to the bot as a message with the button's title. Opens the window. */
export type Postback = OfCustomer &
  MayStandBy & {
    kind: 'postback'
    externalId: string
    title: string
    payload: string
    referral?: Referral | undefined
  }

/**
 * The customer lets the account write to them again, or not any more, by the platform's own means. It is a key and no consent: people
 * are subscribed by advertisements too. Opens no window.
 */
export type Subscription = OfCustomer & {
  kind: 'subscription'
  subscribes: boolean
  /** without which nothing is sent; a word that nobody else may know */
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
  /** May come before its original. `edit` counts the edits of a message, so that a late one changes nothing. */
  | (OfCustomer & { kind: 'edit'; externalId: string; text: string; edit: number })
  /** The stored text is erased; may come before its original. */
  | (OfCustomer & { kind: 'delete'; externalId: string })
  /** By ids, or all that was sent up to the watermark. Only forward: sent → delivered → read. */
  | (OfCustomer & {
      kind: 'receipt.delivered' | 'receipt.read'
      externalIds?: string[] | undefined
      watermark?: Date | undefined
    })
  | (OfCustomer & { kind: 'follow' | 'unfollow' })
  | Subscription
  /** A message to a subscription has left, under its broadcast's name there. */
  | (OfCustomer & { kind: 'marketing.sent'; externalId: string; campaign: string })
  /** The customer did something that opens the window and says nothing (a call, a click on the chat button). */
  | (OfCustomer & { kind: 'touch' })
  /** The customer gave their details in a form of the platform. */
  | (OfCustomer & {
      kind: 'user_info'
      name?: string | undefined
      phone?: string | undefined
      email?: string | undefined
      address?: string | undefined
    })
  /** Who may answer now: 'us' resumes the bot, 'other' silences it. */
  | (OfCustomer & { kind: 'thread'; owner: 'us' | 'other' })
  /** Nobody's, with no `userId`: what the account itself may send has changed. Which template, and how, is read from the platform. */
  | (OfCustomer & { kind: 'account' })
