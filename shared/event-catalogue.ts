import type { OptOutIntent } from './rules/opt-out-words.ts'
import type { IntentKind } from './words.ts'

/** Every event of the house with its payload. Past tense; written in the transaction of the fact it tells. */
type Language = 'vi' | 'en'
type InWorkspace = { workspace_id: string }
type InConversation = InWorkspace & { conversation_id: string }

export type SecurityAct =
  | 'sign-in-failed'
  | 'password-changed'
  | 'email-changed'
  | 'second-step-on'
  | 'second-step-off'
  | 'second-step-failed'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'session-ended'
  | 'locked'
  | 'unlocked'

export type EventCatalogue = {
  'person.signed-up': {
    person_id: string
    email: string
    full_name: string
    language: Language
    /** By whose link somebody came, from which network, and from which device where that is known. */
    referral?: { code: string; peer: string; device: string | null }
  }
  /** The owner of an address has shown which of its sign-ups is theirs: what an earlier one said of referrals counts no more. */
  'person.settled': { person_id: string; referral?: { code: string; peer: string; device: string | null } }
  'person.confirmed': { person_id: string; email: string; full_name: string; language: Language; invitation: boolean }
  /** Without a name, the name is as it was. */
  'person.changed': { person_id: string; email: string; full_name?: string }
  'person.signed-in': { person_id: string; at: string; session_id: string; ip: string }
  'person.locked': { person_id: string; until: string }
  'person.unlocked': { person_id: string }
  'person.deleted': { person_id: string }
  /** Who it was wants the account deleted, and may: the sign-in goes in this very transaction. */
  'account.closed': { person_id: string }
  /** What concerns the safety of an account. Nobody's: a sign-in that failed for an address that nobody has. */
  'security.noted': {
    note_id: string
    person_id: string | null
    act: SecurityAct
    by: 'self' | 'service'
    ip: string
    at: string
  }
  'workspace.opened': InWorkspace & { person_id: string; language: Language }
  'workspace.deleted': InWorkspace
  'member.invited': InWorkspace & { member_id: string }
  'member.joined': InWorkspace & { member_id: string; person_id: string }
  'member.changed': InWorkspace & { member_id: string; role: 'admin' | 'member' }
  'member.removed': InWorkspace & { member_id: string; person_id: string | null }
  'bot.all-paused': InWorkspace & { person_id: string }
  'bot.all-resumed': InWorkspace & { person_id: string }
  'usage.almost-reached': InWorkspace & { metric: string }
  'usage.reached': InWorkspace & { metric: string }
  /** A new month of messages has begun. */
  'usage.renewed': InWorkspace
  'trial.started': InWorkspace & { ends_at: string }
  'trial.ending': InWorkspace & { ends_at: string; days_left: number }
  'trial.ended': InWorkspace
  'order.opened': InWorkspace & { order_id: string; kind: 'first' | 'renewal' | 'upgrade' | 'extra' }
  /** Its money is there, and the plan with it. */
  'order.settled': InWorkspace & { order_id: string; kind: 'first' | 'renewal' | 'upgrade' | 'extra' }
  /** A picture of a transfer waits for an operator. */
  'proof.sent': InWorkspace & { order_id: string; proof_id: string }
  /** Money came to the house's account, and nobody knows whose it is. */
  'transfer.unmatched': { transaction_id: string; amount: number }
  'order.failed': InWorkspace & { order_id: string; detail: string }
  /** Money that no open order needed is the workspace's credit: too much, twice, too late, or for time that ended with a refund. */
  'payment.credited': InWorkspace & {
    order_id: string
    amount: number
    currency: string
    why: 'surplus' | 'duplicate' | 'late' | 'ended'
  }
  'subscription.changed': InWorkspace & { status: string; plan: string }
  /** A plan for one shop: made by an operator, taken back, or other terms for the one that runs. */
  'offer.changed': InWorkspace & { offer_id: string; what: 'made' | 'announced' | 'ended' }
  'invoice.issued': InWorkspace & { invoice_id: string; number: string }
  /** A buyer wants the legal e-invoice of a receipt. */
  'e-invoice.requested': InWorkspace & { invoice_id: string }
  'refund.changed': InWorkspace & { refund_id: string; status: string }
  /** A provider did with a payment what the books cannot follow by themselves: a person looks at it. */
  'payment.odd': InWorkspace & {
    order_id: string
    what: 'part_returned' | 'other_amount' | 'bought_twice' | 'other_currency' | 'workspace_gone'
  }
  /** The holder of a card, or the bank, takes a payment back. Earnings of that order are held until it is decided. */
  'dispute.opened': InWorkspace & { order_id: string }
  'dispute.closed': InWorkspace & { order_id: string; won: boolean }
  /** What an order of somebody who was referred earned, and what has become of it. */
  'commission.changed': InWorkspace & {
    commission_id: string
    status: 'pending' | 'available' | 'held' | 'reversed'
    amount: number
    currency: string
  }
  'withdrawal.changed': InWorkspace & {
    withdrawal_id: string
    status: 'requested' | 'approved' | 'sent' | 'paid' | 'rejected' | 'cancelled' | 'failed'
    amount: number
    currency: string
  }
  'channel.connected': InWorkspace & { channel_id: string; kind: string }
  'channel.disconnected': InWorkspace & { channel_id: string; kind: string }
  /** Nothing can be sent until the owner signs in again; what comes in is still stored. */
  'channel.lost': InWorkspace & { channel_id: string; kind: string; reason: string }
  /** The platform restricts the account for a while. */
  'channel.paused': InWorkspace & { channel_id: string; kind: string; reason: string; until: string }
  /** Something is wrong that will cost messages if nobody mends it. */
  'channel.endangered': InWorkspace & { channel_id: string; kind: string; findings: string[] }
  /** So much comes from strangers at once that they are asked to show that they are people. */
  'channel.crowded': InWorkspace & { channel_id: string }
  'contact.made': InWorkspace & { contact_id: string; channel_id: string }
  /** Two contacts are one customer; the first of them is gone. */
  'contact.joined': InWorkspace & { contact_id: string; customer_id: string | null; into: string }
  /** The shop's own server says, signed, what somebody agreed to there, or no longer does. */
  'consent.claimed': InConversation & {
    message_id: string
    contact_id: string
    channel_id: string
    agreed: boolean
    language: 'vi' | 'en'
    version: number
    at: string
  }
  /** A visitor ticked the box under the chat, and sent a message: to a version of the shop's words. */
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
    seq: number
    channel_id: string
    sentiment: 'positive' | 'neutral' | 'negative'
    /** what it says of the messages that the customer gets */
    wish: OptOutIntent
    /** how long the text is */
    letters: number
  }
  /** A customer sent pictures with this message; their copies may still be on the way. */
  'picture.received': InConversation & { message_id: string }
  /** by: who put them on */
  'conversation.tagged': InConversation & { tag_ids: string[]; by: string }
  /** Two tags meant the same; the first is gone with the end of this transaction. */
  'tag.merged': InWorkspace & { tag_id: string; into: string }
  /** Heard by what refers to it, which may refuse. */
  'segment.removed': InWorkspace & { segment_id: string }
  /** It asks for others than before. Heard by what goes to it, which may refuse. */
  'segment.changed': InWorkspace & { segment_id: string }
  'customer.tagged': InWorkspace & { customer_id: string; tag_ids: string[] }
  /** Two customers are one person; the second is listed no more. */
  'customer.merged': InWorkspace & { customer_id: string; merged_id: string }
  /** They were not, and are two again. */
  'customer.split': InWorkspace & { customer_id: string; split_id: string }
  'customer.made': InWorkspace & { customer_id: string; contact_id: string }
  /** Forgotten: nothing is kept of them but what they agreed to and refused, without a name. */
  'customer.erased': InWorkspace & { customer_id: string }
  /** Somebody's request about their data is nearly due: to be answered, or to be done. */
  'data-request.due': InWorkspace & { request_id: string; what: 'answer' | 'due' }
  'consent.changed': InWorkspace & { customer_id: string; act: 'asked' | 'given' | 'refused' | 'withdrawn' }
  /** A person says that it is done. */
  'conversation.closed': InConversation & { by: string }
  /** Somebody looks after it from now on; by: who said so. */
  'conversation.assigned': InConversation & { person_id: string; by: string }
  /** A note names somebody of the team; by: who wrote it. */
  'member.mentioned': InConversation & { note_id: string; person_id: string; by: string }
  /** A member has seen all that is in it by now. */
  'conversation.read': InConversation & { person_id: string }
  'message.queued': InConversation & { message_id: string; channel_id: string }
  /** author and origin where they are known: what a bot answers is no member's reply, and no part of what was sent to many */
  'message.sent': InConversation & {
    message_id: string
    channel_id: string
    author?: 'bot' | 'member' | 'system'
    origin?: 'broadcast' | 'sequence' | 'test' | 'ask' | null
  }
  /** The platform refused it, for good or after all tries. */
  'message.failed': InConversation & { message_id: string; channel_id: string; code: string }
  /** Kept back: the window is closed, the channel is not connected, a person has taken over. */
  'message.held': InConversation & { message_id: string; channel_id: string; reason: string }
  /** Twice nobody could say whether it arrived: a person decides. */
  'message.unsure': InConversation & { message_id: string; channel_id: string }
  /** What is no direct reply is about to leave: who hears it may still take it back, in this very transaction. */
  'campaign.due': InConversation & { message_id: string; channel_id: string; origin: string }
  /** A platform told that something about the account changed: its templates, how much it may send. What, is read from it. */
  'channel.account-told': InWorkspace & { channel_id: string }
  /** What an account may send, as its platform tells it, is otherwise than before. */
  'channel.limits-changed': InWorkspace & { channel_id: string }
  /** Meta takes no message for anybody on the account that pays for them. */
  'channel.ads-refused': InWorkspace & { channel_id: string }
  /** was: null where it is new */
  'template.changed': InWorkspace & { template_id: string; channel_id: string; state: string; was: string | null }
  'broadcast.started': InWorkspace & { broadcast_id: string; person_id: string }
  /** By a person, or by itself: the reason says why. */
  'broadcast.paused': InWorkspace & { broadcast_id: string; reason: string }
  'broadcast.finished': InWorkspace & { broadcast_id: string }
  /** A customer's first message after a broadcast, which is no refusal. Told once for each who got it, as `emitFound` tells. */
  'campaign.answered': InConversation & { broadcast_id: string; customer_id: string; message_id: string }
  /** The platform took back a template that its messages send; it goes on without them. */
  'sequence.template-withdrawn': InWorkspace & { sequence_id: string; template_id: string }
  /** Meta takes nothing on the account that pays for a sequence's messages; whoever waits for one keeps their place as long as they may. */
  'sequence.ads-refused': InWorkspace & { sequence_id: string }
  /** The database may be older than what was sent: it waits for an admin. */
  'sequence.restored': InWorkspace & { sequence_id: string }
  'sequence.entered': InWorkspace & { sequence_id: string; run_id: string; customer_id: string }
  'sequence.ended': InWorkspace & { sequence_id: string; run_id: string; customer_id: string; why: string }
  'contact.followed': InWorkspace & { contact_id: string; channel_id: string; follows: boolean }
  /** By the platform's own button, which is no consent by itself; `payload`: what our request carried, where it was ours. */
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
  /** A customer wants something to be booked, ordered, or to be called back. */
  'intent.opened': InConversation & { intent_id: string; kind: IntentKind }
  'intent.settled': InConversation & { intent_id: string; state: string }
  /** The customer pressed a button that begins a sequence. */
  'button.pressed': InConversation & { sequence_id: string }
  'source.added': InWorkspace & { source_id: string }
  'source.processed': InWorkspace & { source_id: string }
  /** Its new version makes so many answers worse: a person decides. */
  'source.waiting': InWorkspace & { source_id: string; worse: number }
  'source.failed': InWorkspace & { source_id: string; reason: string }
  'source.removed': InWorkspace & { source_id: string }
  /** Versions of sources that may answer as soon as somebody lets them; watched: a person waits for that. */
  'version.read': InWorkspace & { versions: { source_id: string; version: number }[]; watched: boolean }
  'knowledge.changed': InWorkspace
  'answer.made': InConversation & { answer_id: string; act: string }
  /** A person said what the answer should have been; undone: and took it back. */
  'answer.corrected': InWorkspace & { correction_id: string; undone: boolean }
  'question.unanswered': InConversation & { answer_id: string }
  /** Somebody wrote on the contact page. */
  'contact-request.made': { contact_request_id: string; language: Language }
  'dead-letter.made': { workspace_id: string | null; dead_letter_id: string; kind: string }
}

export type EventName = keyof EventCatalogue
