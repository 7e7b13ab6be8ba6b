/** One message on its way to a platform. Texts are split before (≤ 2000 letters); files go alone. */
export type Sending = {
  /** our message; the same one in a second send after an unsure one */
  messageId: string
  /** `out:<message id>`: travels with the message where the platform carries something, and comes back in its echo */
  metadata: string
  to: {
    /** the customer in this account */
    userId: string
    /** what earlier events left with the contact (`OfCustomer.contactFields`) */
    fields: Readonly<Record<string, unknown>>
  }
  author: 'bot' | 'member' | 'system'
  /**
   * What the window rule (`shared/rules/time/messaging-window.ts`) allows: an ordinary response, the human-agent tag (text of people only),
   * or a message that costs, which a person has confirmed.
   */
  permit: 'response' | 'human_agent' | 'paid'
  content: { type: 'text'; text: string } | { type: 'file'; file: OutgoingFile }
  /** It stands with the text: one file for many messages, uploaded once for the account. */
  picture?: SentPicture | undefined
  /** Not the text but this template is sent; the text is what our own people read of it. */
  template?: SentTemplate | undefined
  /** It goes to a subscription, as a part of this broadcast or sequence; `again`: nobody knows whether it arrived before. */
  marketing?: { originId: string; again: boolean } | undefined
  /** The text is shown with the platform's button to subscribe; this comes back when it is tapped. */
  optIn?: string | undefined
  /** the platform's id of the message that this one answers */
  replyTo?: string | undefined
  /** the text asks for name, phone and address: a platform with a form for that shows it */
  asksDetails?: boolean | undefined
  /** what the customer may pick; the text names it all the same, so a platform without buttons shows nothing more */
  choices?: Choice[] | undefined
  /** what may be pressed under it; on a platform without buttons the text names it all the same */
  buttons?: SendingButton[] | undefined
}

/** `key` names the same picture in every message. */
export type SentPicture = { key: string; file: OutgoingFile }

/** A template with what stands in its places, in the order of its places. */
export type SentTemplate = {
  externalId: string
  name: string
  language: string | null
  values: Record<string, string>
  /** a number of the shop's own people: it is a trial, which the platform takes for nothing */
  trialTo?: string
}

/** A tap comes back as `MessageIn.payload` or `Postback.payload`, or as the title alone. */
export type Choice = { title: string; payload: string }

/** Leads somewhere, or comes back as a tap does. */
export type SendingButton = { title: string; url: string } | Choice

export type OutgoingFile = {
  type: 'image' | 'audio' | 'video' | 'file'
  /** the human name */
  name: string
  /** sniffed media type */
  mime: string
  size: number
  /** a signed address that the platform may fetch, for an hour; only of use where PUBLIC_URL can be reached from outside */
  url: string
  bytes(): Promise<Buffer>
}

/**
 * What a failure means for what comes next (contracts of the platforms' codes).
 * retry: passes by itself (5 s, 30 s, 2 min, 10 min). rate_limited: at `retryAt`, else in 60 s, and slower. reauthorize: the token
 * is dead or a permission is gone; everything waits for the owner. window_closed: the platform's window is. recipient_unreachable:
 * blocked, deleted, never wrote. page_restricted: the whole account may not send for now. permanent: this message never will.
 * later: a quota or the night; at `retryAt`.
 */
export type FailureClass =
  | 'retry'
  | 'rate_limited'
  | 'reauthorize'
  | 'window_closed'
  | 'recipient_unreachable'
  | 'page_restricted'
  | 'permanent'
  | 'later'

export type SendOutcome =
  // `quotaType`: what Zalo took it from, its true cost
  /** `externalId`: the platform's id of the message; its echo and receipts name it */
  | { outcome: 'sent'; externalId: string; quotaType?: string }
  /** Taken, as the platform says, without a number to know it by: `code` stays with the message as its doubt until an echo names it. */
  | { outcome: 'sent'; externalId: null; code: string; quotaType?: string }
  | {
      outcome: 'failed'
      class: FailureClass
      /** '<kind>.<what>', explained in shared/texts/channels/channels.*.ts; without a text of its own the class is explained */
      code: string
      /** the platform's own words for it, for the log and for those who know: '10/2018278' */
      detail?: string | undefined
      retryAt?: Date | undefined
    }
  /** Nobody knows whether it arrived. */
  | { outcome: 'unknown'; detail?: string | undefined }
