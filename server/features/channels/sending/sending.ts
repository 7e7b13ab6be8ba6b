export type Sending = {
  /** the same when an uncertain send is repeated */
  messageId: string
  /** `out:<message id>`: returned in the echo if the platform allows */
  metadata: string
  to: {
    userId: string
    fields: Readonly<Record<string, unknown>>
  }
  author: 'bot' | 'member' | 'system'
  /** See `shared/rules/time/messaging-window.ts`; 'human_agent' only for text written by people, 'paid' confirmed by a person. */
  permit: 'response' | 'human_agent' | 'paid'
  content: { type: 'text'; text: string } | { type: 'file'; file: OutgoingFile }
  picture?: SentPicture | undefined
  /** Sent instead of `content`, whose text is only for our own inbox. */
  template?: SentTemplate | undefined
  /** `again`: an earlier attempt may have arrived. */
  marketing?: { originId: string; again: boolean } | undefined
  optIn?: string | undefined
  replyTo?: string | undefined
  asksDetails?: boolean | undefined
  choices?: Choice[] | undefined
  buttons?: SendingButton[] | undefined
}

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

export type Choice = { title: string; payload: string }

export type SendingButton = { title: string; url: string } | Choice

export type OutgoingFile = {
  type: 'image' | 'audio' | 'video' | 'file'
  name: string
  mime: string
  size: number
  /** signed, valid for an hour; useful only if PUBLIC_URL is reachable from outside */
  url: string
  bytes(): Promise<Buffer>
}

/**
 * retry: after 5 s, 30 s, 2 min, 10 min; rate_limited: at `retryAt`, else in 60 s; reauthorize: the channel waits for the owner;
 * window_closed: by the platform; recipient_unreachable: blocked, deleted or never wrote; later: quota or night, at `retryAt`.
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

/** A `quotaType`: taken from no quota that the platform names, so perhaps billed. */
export const noQuota = 'none'

export type SendOutcome =
  | { outcome: 'sent'; externalId: string; quotaType?: string }
  /** Accepted without an id: `code` marks the message as uncertain until an echo names it. */
  | { outcome: 'sent'; externalId: null; code: string; quotaType?: string }
  | {
      outcome: 'failed'
      class: FailureClass
      /** '<kind>.<what>', explained in shared/texts/channels/channels.*.ts */
      code: string
      detail?: string | undefined
      retryAt?: Date | undefined
    }
  | { outcome: 'unknown'; detail?: string | undefined }
