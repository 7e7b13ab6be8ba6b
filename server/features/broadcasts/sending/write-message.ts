import { sql } from 'kysely'
import type { SentTemplate } from '#features/channels/sending/sending.ts'
import { type Sent, sendMessage } from '#features/inbox/messages/send-message.ts'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import type { Platform } from '#platform/platform.ts'
import type { SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'
import type { Purpose } from '#shared/rules/campaigns/send-question.ts'
import type { SendAnswer } from '#shared/rules/may-send.ts'
import type { ContactFacts } from '../audience/contact-facts.ts'

/** The plan's messages or the money are used up, so the transaction must be rolled back. */
export class UsedUp extends Error {
  readonly what: 'no plan' | 'no money'
  constructor(what: UsedUp['what']) {
    super(what)
    this.what = what
  }
}

type Writing = {
  ref: string
  workspaceId: string
  customerId: string
  purpose: Purpose
  sendBefore: Date | null
  origin: 'broadcast' | 'sequence'
  originId: string
  clientId: string
}

type Written = {
  facts: ContactFacts
  text: string
  buttons?: SentButton[] | undefined
  attachments?: StoredAttachment[] | undefined
  template?: SentTemplate | undefined
  answer: SendAnswer
}

/** The caller locks conversations and contacts. The plan's unit is reserved last, because many share its row. */
export async function writeMessage(
  platform: Platform,
  tx: Tx,
  { ref, workspaceId, customerId, purpose, sendBefore, origin, originId, clientId }: Writing,
  { facts, text, buttons, attachments, template, answer: { route, cost } }: Written,
): Promise<Sent> {
  const now = platform.clock.now()
  const price = cost.amount ?? 0
  if (!route) throw new Error('What may go has a way to go.')
  const message = await sendMessage(platform, tx, {
    workspaceId,
    conversationId: facts.conversation_id ?? (await openClosed(tx, facts, workspaceId, now)),
    author: 'system',
    ...{ text, buttons, attachments, clientId },
    mayCost: price > 0,
    quiet: {
      ...{ purpose, route, origin, originId, sendBefore, cost: price },
      costBasis: cost.certainty === 'unknown' ? 'estimate' : cost.certainty,
      template,
    },
  })
  await sql`insert into private.send_marks (ref, workspace_id, customer_id, contact_id, purpose, at)
    values (${ref}, ${workspaceId}, ${customerId}, ${facts.contact_id}, ${purpose}, ${now})
    on conflict (ref) do update set at = excluded.at`.execute(tx)
  return message
}

/** A message we start opens no conversation. */
async function openClosed(tx: Tx, facts: ContactFacts, workspaceId: string, now: Date): Promise<string> {
  const id = newId()
  await sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, status, last_message_at, contact_name, created_at)
    values (${id}, ${workspaceId}, ${facts.channel_id}, ${facts.contact_id}, ${facts.kind}, 'closed', ${now}, ${facts.name}, ${now})`.execute(
    tx,
  )
  return id
}
