/** One message to a platform. Texts are already split (≤ 2000 characters); files go alone. */
export type Sending = {
  /** our message id; the same when an uncertain send is repeated */
  messageId: string
  /** `out:<message id>`: sent along where the platform allows, and returned in the echo */
  metadata: string
  to: {
    userId: string
    /** `OfCustomer.contactFields` of earlier events */
    fields: Readonly<Record<string, unknown>>
  }
  author: 'bot' | 'member' | 'system'
  /**
   * From `shared/rules/time/messaging-window.ts`: an ordinary response, the human-agent tag (only text written by people), or a paid
   * message that a person has confirmed.
   */
  permit: 'response' | 'human_agent' | 'paid'
  content: { type: 'text'; text: string } | { type: 'file'; file: OutgoingFile }
  /** Shown with the text; one file shared by many messages, uploaded once per account. */
  picture?: SentPicture | undefined
  /** Sent instead of `content`, whose text is only for our own inbox. */
  template?: SentTemplate | undefined
  /** To a subscriber, as part of this broadcast or sequence; `again`: an earlier attempt may have arrived. */
  marketing?: { originId: string; again: boolean } | undefined
  /** Payload of the platform's subscribe button, shown under the text. */
  optIn?: string | undefined
  /** the platform's id of the message that this one answers */
  replyTo?: string | undefined
  /** the text asks for name, phone and address: platforms with a form for that show it */
  asksDetails?: boolean | undefined
  /** quick replies; the text names them too, for platforms without buttons */
  choices?: Choice[] | undefined
  /** the text names them too, for platforms without buttons */
  buttons?: SendingButton[] | undefined
}

/** `key`: the same for every message with this picture. */
export type SentPicture = { key: string; file: OutgoingFile }

/** `values` in the order of the template's placeholders. */
export type SentTemplate = {
  externalId: string
  name: string
  language: string | null
  values: Record<string, string>
  /** phone number of a team member: a free test send */
  trialTo?: string
}

/** A tap returns as `MessageIn.payload`, `Postback.payload`, or only the title. */
export type Choice = { title: string; payload: string }

export type SendingButton = { title: string; url: string } | Choice

export type OutgoingFile = {
  type: 'image' | 'audio' | 'video' | 'file'
  name: string
  /** sniffed media type */
  mime: string
  size: number
  /** signed, valid for an hour; useful only if PUBLIC_URL is reachable from outside */
  url: string
  bytes(): Promise<Buffer>
}

/**
 * What to do after a failure.
 * retry: transient (5 s, 30 s, 2 min, 10 min). rate_limited: at `retryAt`, else in 60 s, and slower. reauthorize: the token or a
 * permission is gone; the whole channel waits for the owner. window_closed: the platform's window. recipient_unreachable: blocked,
 * deleted, or never wrote. page_restricted: the account may not send for now. permanent: never retry this message. later: quota or
 * night hours; at `retryAt`.
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
  // `quotaType`: which Zalo quota was charged, the true cost
  /** `externalId`: the platform's message id, as in echoes and receipts */
  | { outcome: 'sent'; externalId: string; quotaType?: string }
  /** Accepted without an id: `code` marks the message as uncertain until an echo names it. */
  | { outcome: 'sent'; externalId: null; code: string; quotaType?: string }
  | {
      outcome: 'failed'
      class: FailureClass
      /** '<kind>.<what>', with a text in shared/texts/channels/channels.*.ts, or else that of the class */
      code: string
      /** the platform's own code, e.g. '10/2018278' */
      detail?: string | undefined
      retryAt?: Date | undefined
    }
  /** It may have arrived. */
  | { outcome: 'unknown'; detail?: string | undefined }
