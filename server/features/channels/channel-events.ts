import type { AttachmentType } from '#shared/contracts/channels/channels.contract.ts'

export type Attachment = {
  type: AttachmentType
  url?: string | undefined
  name?: string | undefined
  /** bytes */
  size?: number | undefined
  title?: string | undefined
  text?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  stickerId?: string | undefined
}

export type Referral = {
  ref?: string | undefined
  source?: string | undefined
  adId?: string | undefined
  title?: string | undefined
}

type CustomerEvent = {
  userId: string
  /** platform's timestamp; null: none given */
  time: Date | null
  /** Needed to reply, e.g. an anonymous conversation's id; passed to `Sending.to.fields`. */
  contactFields?: Record<string, string | number | boolean>
  userName?: string | undefined
}

/** True: another app owns the thread, so the bot stays silent. Undefined: the platform has no such concept. */
type MayStandBy = { standby?: boolean }

type MessageContent = { externalId: string; text: string; attachments: Attachment[]; replyTo?: string | undefined }

export type MessageIn = CustomerEvent &
  MayStandBy &
  MessageContent & { kind: 'message.in'; payload?: string | undefined; referral?: Referral | undefined }

/**
 * `own`: apparently sent through our app, matched by metadata, external id, or else text; a send in flight is awaited up to 10 s, then it
 * counts as a person's. `human`: certainly sent elsewhere: stored as a member's reply, and the bot pauses.
 */
export type MessageEcho = CustomerEvent &
  MayStandBy &
  MessageContent & {
    kind: 'message.echo.own' | 'message.echo.human'
    metadata?: string | undefined
    writer?: string | undefined
  }

/** The bot gets it as a message with the button's title. Opens the window. */
export type Postback = CustomerEvent &
  MayStandBy & {
    kind: 'postback'
    externalId: string
    title: string
    payload: string
    referral?: Referral | undefined
  }

/** By the platform's own means. Grants a token, not consent: advertisements subscribe people too. Does not open the window. */
export type Subscription = CustomerEvent & {
  kind: 'subscription'
  subscribes: boolean
  token?: string | undefined
  expiresAt?: Date | undefined
  payload?: string | undefined
}

export type ChannelEvent =
  | MessageIn
  | MessageEcho
  | Postback
  /** A known customer came by a link or an advertisement; opens the window. */
  | (CustomerEvent & { kind: 'referral'; referral: Referral })
  /** `emoji` null takes it back. */
  | (CustomerEvent & { kind: 'reaction'; externalId: string; emoji: string | null })
  /** May arrive before its original. `edit` numbers the edits, so that a late one is ignored. */
  | (CustomerEvent & { kind: 'edit'; externalId: string; text: string; edit: number })
  /** The stored text is erased; may arrive before its original. */
  | (CustomerEvent & { kind: 'delete'; externalId: string })
  /** By ids, or everything up to the watermark. Status only advances: sent → delivered → read. */
  | (CustomerEvent & {
      kind: 'receipt.delivered' | 'receipt.read'
      externalIds?: string[] | undefined
      watermark?: Date | undefined
    })
  | (CustomerEvent & { kind: 'follow' | 'unfollow' })
  | Subscription
  | (CustomerEvent & { kind: 'marketing.sent'; externalId: string; campaign: string })
  /** Opens the window without a message (a call, a click on the chat button). */
  | (CustomerEvent & { kind: 'touch' })
  | (CustomerEvent & {
      kind: 'user_info'
      name?: string | undefined
      phone?: string | undefined
      email?: string | undefined
      address?: string | undefined
    })
  /** Thread control: 'us' resumes the bot, 'other' silences it. */
  | (CustomerEvent & { kind: 'thread'; owner: 'us' | 'other' })
  /** Without `userId`: the account's templates or limits changed; details are fetched from the platform. */
  | (CustomerEvent & { kind: 'account' })
