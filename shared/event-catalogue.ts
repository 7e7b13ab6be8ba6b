import type { Currency } from './rules/money/money.ts'
import type { DataRequestIntent } from './rules/data-request-words.ts'
import type { OptOutIntent } from './rules/opt-out-words.ts'
import type { IntentKind, IntentState, PlanCode } from './words.ts'

/** Past tense; written in the transaction of the fact. */
type Language = 'vi' | 'en'
type InWorkspace = { workspace_id: string }
type InConversation = InWorkspace & { conversation_id: string }

/** A reply that the plan counts: not a notice that the shop is closed or its limit reached. */
export type ChargedReply = { channel_id: string; seq: number; at: string }

export type SecurityAct =
  | 'sign-in-failed'
  | 'password-changed'
  | 'email-changed'
  | 'second-step-on'
  | 'second-step-off'
  | 'second-step-failed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-refused'
  | 'session-ended'
  | 'locked'
  | 'unlocked'

export type EventCatalogue = {
  'person.signed-up': {
    person_id: string
    email: string
    full_name: string
    language: Language
    /** `peer`: the referred person's network. */
    referral?: { code: string; peer: string; device: string | null }
  }
  /** The owner's sign-up is settled: referrals of earlier ones are void. */
  'person.settled': { person_id: string; referral?: { code: string; peer: string; device: string | null } }
  'person.confirmed': { person_id: string; email: string; full_name: string; language: Language; invitation: boolean }
  /** Without a name, it is unchanged. */
  'person.changed': { person_id: string; email: string; full_name?: string }
  'person.signed-in': {
    person_id: string
    at: string
    session_id: string
    ip: string
    /** Signed in to this workspace alone, by its provider. */
    only_workspace?: string
  }
  'person.locked': { person_id: string; until: string }
  'person.unlocked': { person_id: string }
  'person.deleted': { person_id: string }
  /** Permitted already: the sign-in is deleted in this transaction. */
  'account.closed': { person_id: string }
  /** Account security. Without a person: a failed sign-in for an unknown address. */
  'security.recorded': {
    record_id: string
    person_id: string | null
    act: SecurityAct
    by: 'self' | 'service'
    ip: string
    at: string
  }
  'workspace.opened': InWorkspace & { person_id: string; language: Language }
  'workspace.deleted': InWorkspace
  /** What an admin or the provider changed, for the audit log. */
  'sso.changed': InWorkspace & {
    person_id: string | null
    action:
      | 'sso.saved'
      | 'sso.switched'
      | 'sso.removed'
      | 'sso.domain-added'
      | 'sso.domain-proven'
      | 'sso.domain-removed'
      | 'sso.domain-lost'
      | 'member.joined'
    target: string
    meta: object
  }
  'member.invited': InWorkspace & { member_id: string }
  'member.joined': InWorkspace & { member_id: string; person_id: string }
  'member.changed': InWorkspace & { member_id: string; role: 'admin' | 'member' }
  'member.removed': InWorkspace & { member_id: string; person_id: string | null }
  'bot.all-paused': InWorkspace & { person_id: string }
  'bot.all-resumed': InWorkspace & { person_id: string }
  'usage.almost-reached': InWorkspace & { metric: string }
  'usage.reached': InWorkspace & { metric: string }
  'usage.renewed': InWorkspace
  'trial.started': InWorkspace & { ends_at: string }
  'trial.ending': InWorkspace & { ends_at: string; days_left: number }
  'trial.ended': InWorkspace
  'order.opened': InWorkspace & { order_id: string; kind: 'first' | 'renewal' | 'upgrade' | 'extra' }
  'order.settled': InWorkspace & { order_id: string; kind: 'first' | 'renewal' | 'upgrade' | 'extra' }
  'proof.sent': InWorkspace & { order_id: string; proof_id: string }
  'transfer.unmatched': { transaction_id: string; amount: number }
  'order.failed': InWorkspace & { order_id: string; detail: string }
  /** Excess, duplicate or late money, or time that ended with a refund. */
  'payment.credited': InWorkspace & {
    order_id: string
    amount: number
    currency: Currency
    why: 'surplus' | 'duplicate' | 'late' | 'ended'
  }
  'subscription.changed': InWorkspace & { status: string; plan: PlanCode }
  'offer.changed': InWorkspace & { offer_id: string; what: 'made' | 'announced' | 'ended' }
  /** Paid with this order; null: chosen for the period's end, to be paid then. */
  'offer.accepted': InWorkspace & { offer_id: string; order_id: string | null }
  'invoice.issued': InWorkspace & { invoice_id: string; number: string }
  'e-invoice.requested': InWorkspace & { invoice_id: string }
  'refund.changed': InWorkspace & { refund_id: string; status: string }
  /** The books cannot follow it: a person must look. */
  'payment.odd': InWorkspace & {
    order_id: string
    what: 'part_returned' | 'other_amount' | 'bought_twice' | 'other_currency' | 'workspace_gone'
  }
  /** A chargeback. The order's commission is held until it is decided. */
  'dispute.opened': InWorkspace & { order_id: string }
  'dispute.closed': InWorkspace & { order_id: string; won: boolean }
  'commission.changed': InWorkspace & {
    commission_id: string
    status: 'pending' | 'available' | 'held' | 'reversed'
    amount: number
    currency: Currency
  }
  'withdrawal.changed': InWorkspace & {
    withdrawal_id: string
    status: 'requested' | 'approved' | 'sent' | 'paid' | 'rejected' | 'cancelled' | 'failed'
    amount: number
    currency: Currency
  }
  'channel.connected': InWorkspace & { channel_id: string; kind: string }
  'channel.disconnected': InWorkspace & { channel_id: string; kind: string }
  /** Sending fails until the owner signs in again; incoming messages are still stored. */
  'channel.lost': InWorkspace & { channel_id: string; kind: string; reason: string }
  /** Restricted by the platform for a while. */
  'channel.paused': InWorkspace & { channel_id: string; kind: string; reason: string; until: string }
  /** Will cost messages if nobody repairs it. */
  'channel.endangered': InWorkspace & { channel_id: string; kind: string; findings: string[] }
  /** So many strangers write that they must pass a human check. */
  'channel.crowded': InWorkspace & { channel_id: string }
  'contact.made': InWorkspace & { contact_id: string; channel_id: string }
  /** The first contact is gone. */
  'contact.joined': InWorkspace & { contact_id: string; customer_id: string | null; into: string }
  /** From the shop's server, signed. */
  'consent.claimed': InConversation & {
    message_id: string
    contact_id: string
    channel_id: string
    agreed: boolean
    language: 'vi' | 'en'
    version: number
    at: string
  }
  'consent.ticked': InConversation & {
    message_id: string
    contact_id: string
    channel_id: string
    language: 'vi' | 'en'
    version: number
    page_url: string | null
  }
  'contact.detail-found': InConversation & { contact_id: string; message_id: string | null; kind: string }
  'conversation.opened': InConversation & { contact_id: string; channel_id: string }
  'message.received': InConversation & {
    message_id: string
    contact_id: string
    seq: number
    channel_id: string
    sentiment: 'positive' | 'neutral' | 'negative'
    opt_out_intent: OptOutIntent
    data_request_intent: DataRequestIntent
    letters: number
  }
  /** Copies may still be pending. */
  'picture.received': InConversation & { message_id: string }
  'conversation.tagged': InConversation & { tag_ids: string[]; by: string }
  /** The first tag is deleted with this transaction. */
  'tag.merged': InWorkspace & { tag_id: string; into: string }
  /** Hearers may refuse. */
  'segment.removed': InWorkspace & { segment_id: string }
  /** Its audience changed. Hearers may refuse. */
  'segment.changed': InWorkspace & { segment_id: string }
  'customer.tagged': InWorkspace & { customer_id: string; tag_ids: string[] }
  /** The second is hidden. */
  'customer.merged': InWorkspace & { customer_id: string; merged_id: string }
  'customer.split': InWorkspace & { customer_id: string; split_id: string }
  'customer.made': InWorkspace & { customer_id: string; contact_id: string }
  /** Only consents and refusals are kept, without a name. */
  'customer.erased': InWorkspace & { customer_id: string }
  /** asked: in a message; full: no more are opened from messages of that channel on that day */
  /** Their first asker was erased: they stand in another one's words. */
  'questions.reworded': InWorkspace & { question_ids: string[] }
  /** Somebody who had asked in these words was erased. */
  'wordings.erased': InWorkspace
  'data-request.due': InWorkspace & { request_id: string; what: 'asked' | 'full' | 'answer' | 'due' }
  'consent.changed': InWorkspace & { customer_id: string; act: 'asked' | 'given' | 'refused' | 'withdrawn' }
  'conversation.closed': InConversation & { by: string }
  'conversation.assigned': InConversation & { person_id: string; by: string }
  'member.mentioned': InConversation & { note_id: string; person_id: string; by: string }
  'conversation.read': InConversation & { person_id: string }
  'message.queued': InConversation & { message_id: string; channel_id: string }
  /** where known: bot replies and campaigns are not a member's replies */
  'message.sent': InConversation & {
    message_id: string
    channel_id: string
    author?: 'bot' | 'member' | 'system'
    origin?: 'broadcast' | 'sequence' | 'test' | 'ask' | null
  }
  /** For good, or after all retries. */
  'message.failed': InConversation & { message_id: string; channel_id: string; code: string }
  /** Window closed, channel disconnected, or taken over by a person. */
  'message.held': InConversation & { message_id: string; channel_id: string; reason: string }
  /** Delivery was unclear twice: a person must decide. */
  'message.unsure': InConversation & { message_id: string; channel_id: string }
  /** Anything but a direct reply; listeners may withdraw it in this transaction. */
  'campaign.due': InConversation & { message_id: string; channel_id: string; origin: string }
  /** Details must be read from the platform. */
  'channel.account-reported': InWorkspace & { channel_id: string }
  'channel.limits-changed': InWorkspace & { channel_id: string }
  /** Of the month's ceiling for the bot's paid messages; each share once. */
  'paid-replies.used': InWorkspace & { channel_id: string; percent: 80 | 100 }
  /** Meta refuses the account that pays. */
  'channel.ads-refused': InWorkspace & { channel_id: string }
  /** was: null if new */
  'template.changed': InWorkspace & { template_id: string; channel_id: string; state: string; was: string | null }
  'broadcast.started': InWorkspace & { broadcast_id: string; person_id: string }
  'broadcast.paused': InWorkspace & { broadcast_id: string; reason: string }
  'broadcast.finished': InWorkspace & { broadcast_id: string }
  /** Not for refusals; once per recipient, through `emitFound`. */
  'campaign.answered': InConversation & { broadcast_id: string; customer_id: string; message_id: string }
  /** The sequence continues without it. */
  'sequence.template-withdrawn': InWorkspace & { sequence_id: string; template_id: string }
  /** Meta refuses the paying account; waiting customers keep their place as long as allowed. */
  'sequence.ads-refused': InWorkspace & { sequence_id: string }
  /** The database may be older than what was sent: an admin must decide. */
  'sequence.restored': InWorkspace & { sequence_id: string }
  'sequence.entered': InWorkspace & { sequence_id: string; run_id: string; customer_id: string }
  'sequence.ended': InWorkspace & { sequence_id: string; run_id: string; customer_id: string; why: string }
  'contact.followed': InWorkspace & { contact_id: string; channel_id: string; follows: boolean }
  /** The platform's button is no consent by itself; `payload`: from our request, if any. */
  'contact.subscribed': InWorkspace & {
    contact_id: string
    channel_id: string
    subscribes: boolean
    payload: string | null
    at: string
  }
  'contact.unreachable': InWorkspace & { contact_id: string; channel_id: string }
  'bot.paused': InConversation & { by: string }
  'bot.resumed': InConversation & { by: string }
  'person.wanted': InConversation & { reason: string }
  'intent.opened': InConversation & { intent_id: string; kind: IntentKind }
  'intent.settled': InConversation & { intent_id: string; kind: IntentKind; state: IntentState }
  /** One of both. */
  'button.pressed': InConversation & { sequence_id: string | null; tag_id: string | null }
  'source.added': InWorkspace & { source_id: string }
  'source.processed': InWorkspace & { source_id: string }
  /** The new version worsens answers: a person must decide. */
  'source.waiting': InWorkspace & { source_id: string; worse: number }
  'source.failed': InWorkspace & { source_id: string; reason: string }
  'source.removed': InWorkspace & { source_id: string }
  /** Ready to go live; watched: a person is waiting for it. */
  'version.read': InWorkspace & { versions: { source_id: string; version: number }[]; watched: boolean }
  'knowledge.changed': InWorkspace
  'answer.made': InConversation & { answer_id: string; act: string; charged: ChargedReply | null }
  'answer.corrected': InWorkspace & { correction_id: string; undone: boolean }
  'question.unanswered': InConversation & { answer_id: string }
  'contact-request.made': { contact_request_id: string; language: Language }
  'dead-letter.made': { workspace_id: string | null; dead_letter_id: string; kind: string }
}

export type EventName = keyof EventCatalogue
