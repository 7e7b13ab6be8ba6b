import { sql } from 'kysely'
import { contactsOfCustomer } from '#features/customers/consent/consent-ledger.ts'
import type { SentTemplate } from '#features/channels/sending/sending.ts'
import { reserve } from '#features/usage/reserve.ts'
import { after, minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { SentButton } from '#shared/rules/campaigns/campaign-buttons.ts'
import { maxMarketingLength } from '#shared/rules/campaigns/campaign-text.ts'
import type { SendAnswer } from '#shared/rules/may-send.ts'
import { askRules } from '../audience/ask-rules.ts'
import { type Broadcast, planOf, readBroadcast } from '../broadcast-row.ts'
import { type ContactFacts, readFacts, readShop } from '../audience/contact-facts.ts'
import { withCodes } from '../links/count-links.ts'
import { waitForCampaign } from '../marketing/message-campaign.ts'
import { takeOfMonth } from './month-money.ts'
import { attachedPicture } from '../drafts/picture.ts'
import { putOff, type Recipient, recipientColumns } from '../audience/recipient.ts'
import { UsedUp, writeMessage } from './write-message.ts'

export type Made = 'made' | 'put off' | 'no plan' | 'no money' | 'no template'

export const askAgainAfter = minutes(5)

/** Checks the rules and reserves everything in one transaction, so that concurrent broadcasts never exceed a limit. */
export async function makeMessage(
  platform: Platform,
  { workspaceId, recipientId, contactId }: { workspaceId: string; recipientId: string; contactId: string | null },
): Promise<Made> {
  try {
    return await platform.db.asBackground(async tx => {
      // Everybody locks in this order: conversation, customer, then our rows.
      await sql`select from conversations where workspace_id = ${workspaceId} and contact_id = ${contactId} order by id for no key update`.execute(
        tx,
      )
      if (contactId) await contactsOfCustomer(tx, workspaceId, contactId)
      const { rows } = await sql<Recipient>`select ${recipientColumns} from private.broadcast_recipients
        where workspace_id = ${workspaceId} and id = ${recipientId} and state in ('planned', 'waiting') for update skip locked`.execute(
        tx,
      )
      return rows[0] ? await ask(platform, tx, rows[0]) : 'put off'
    })
  } catch (error) {
    if (error instanceof UsedUp) return error.what
    throw error
  }
}

async function ask(platform: Platform, tx: Tx, recipient: Recipient): Promise<Made> {
  const { workspace_id: workspaceId, broadcast_id: id, contact_id: contactId } = recipient
  const now = platform.clock.now()
  const broadcast = await readBroadcast(tx, workspaceId, id)
  if (broadcast.status !== 'running') return 'put off'
  const { purpose, deadline, ab_at: from, ab_choice: choice } = broadcast
  const isRest = Boolean(broadcast.content.b) && recipient.variant === null
  if (isRest && !choice) {
    await putOff(tx, recipient, {
      state: 'waiting',
      reason: null,
      dueAt: from && from > now ? from : after(now, seconds(2)),
    })
    return 'put off'
  }
  const shop = await readShop(tx, workspaceId, now)
  const [facts] = await readFacts(
    tx,
    { workspaceId, purpose, now, broadcastId: id, except: recipient.id },
    { contacts: contactId ? [contactId] : [] },
  )
  if (!facts) {
    await putOff(tx, recipient, { state: 'skipped', reason: 'unreachable', dueAt: now })
    return 'put off'
  }
  const { answer, text, buttons, template } = askRules(
    platform.config,
    facts,
    shop,
    planOf(broadcast, recipient.variant ?? choice ?? 'a'),
    now,
  )
  const [main] = answer.reasons
  if (main === 'template_not_approved') return 'no template'
  if (main === 'plan_quota' && answer.is === 'at') return 'no plan'
  if (main === 'cost_limit') return 'no money'
  if (answer.is !== 'now') {
    await putOff(tx, recipient, nextOf(answer, deadline, now))
    return 'put off'
  }
  if (answer.route === 'facebook.marketing') {
    const waits = await waitForCampaign(platform, tx, { workspaceId, broadcastId: id, channelId: facts.channel_id })
    if (waits) {
      await putOff(tx, recipient, { state: 'waiting', reason: null, dueAt: waits.until })
      return 'put off'
    }
  }
  const own = { workspaceId, broadcastId: id, recipientId: recipient.id }
  const plain = { text, buttons }
  const counted = template || !shop.countsLinks ? plain : await withCodes(platform, tx, own, plain)
  // Counted links could make it too long: then they stay as written.
  const fits = answer.route !== 'facebook.marketing' || [...counted.text].length <= maxMarketingLength
  await make(platform, tx, { recipient, broadcast, facts, ...(fits ? counted : plain), template, answer })
  return 'made'
}

export function nextOf(
  answer: SendAnswer,
  deadline: Date | null,
  now: Date,
): { state: 'waiting' | 'skipped'; reason: string; dueAt: Date } {
  const reason = answer.reasons[0] ?? 'stopped'
  if (answer.is === 'no') return { state: 'skipped', reason, dueAt: now }
  const dueAt = answer.at ?? after(now, askAgainAfter)
  return { state: 'waiting', reason, dueAt: deadline && deadline < dueAt ? deadline : dueAt }
}

type Making = {
  recipient: Recipient
  broadcast: Broadcast
  facts: ContactFacts
  text: string
  buttons: SentButton[]
  template: SentTemplate | undefined
  answer: SendAnswer
}

async function make(platform: Platform, tx: Tx, making: Making): Promise<void> {
  const { recipient, broadcast, facts, text, buttons, template, answer } = making
  const { id, workspace_id: workspaceId, customer_id: customerId } = recipient
  const now = platform.clock.now()
  const { purpose, deadline } = broadcast
  const { route } = answer
  const price = answer.cost.amount ?? 0
  const about = { ref: id, workspaceId, customerId, purpose, sendBefore: deadline, clientId: `c:${id}` }
  const writing = { ...about, origin: 'broadcast', originId: broadcast.id } as const
  const attachments = await attachedPicture(tx, broadcast)
  const message = await writeMessage(platform, tx, writing, { facts, text, buttons, attachments, template, answer })
  const isSent = message.status === 'sent'
  await sql`update private.broadcast_recipients set state = ${isSent ? 'sent' : 'queued'}, reason = null, route = ${route}, message_id = ${message.id},
      cost = ${price}, sent_at = ${isSent ? now : null}::timestamptz
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  // Rows shared by many are locked last.
  if (!(await reserve(platform, tx, workspaceId, 'campaigns'))) throw new UsedUp('no plan')
  if (price === 0) return
  const { rows } = await sql`update broadcasts set spent = spent + ${price}
    where workspace_id = ${workspaceId} and id = ${broadcast.id} and spent + ${price} <= max_cost returning id`.execute(
    tx,
  )
  if (rows.length === 0 || !(await takeOfMonth(tx, workspaceId, price, now))) throw new UsedUp('no money')
}
