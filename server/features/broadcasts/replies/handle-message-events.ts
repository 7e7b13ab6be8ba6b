import { sql } from 'kysely'
import { contactsOfCustomer } from '#features/customers/consent/consent-ledger.ts'
import { after } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { answersWithin } from '#shared/rules/campaigns/sending-times.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import { askRules } from '../audience/ask-rules.ts'
import { planOf, readBroadcast } from '../broadcast-row.ts'
import { correctMonth, takeOfMonth } from '../sending/month-money.ts'
import { nextOf } from '../sending/make-message.ts'
import { pause } from '../sending/pause.ts'
import { readFacts, readShop } from '../audience/contact-facts.ts'
import { giveBackReserved, madeAt, type Recipient, recipientColumns, withdrawMessage } from '../audience/recipient.ts'

/** Last check of the rules before a message leaves, with the customer's rows locked; if it may not go, it is withdrawn. */
export async function handleDue(platform: Platform, tx: Tx, event: EventCatalogue['campaign.due']): Promise<void> {
  if (event.origin !== 'broadcast') return
  const { workspace_id: workspaceId, message_id: messageId } = event
  const { rows: named } = await sql<{ contact_id: string | null }>`select contact_id from private.broadcast_recipients
    where message_id = ${messageId} and workspace_id = ${workspaceId}`.execute(tx)
  const contactId = named[0]?.contact_id
  if (contactId) await contactsOfCustomer(tx, workspaceId, contactId)
  const { rows } = await sql<Recipient>`select ${recipientColumns} from private.broadcast_recipients
    where message_id = ${messageId} and workspace_id = ${workspaceId} and state = 'queued' for update`.execute(tx)
  const [recipient] = rows
  // The recipient was erased.
  if (!recipient) {
    await sql`delete from messages where workspace_id = ${workspaceId} and id = ${messageId} and status = 'queued'`.execute(
      tx,
    )
    return
  }
  await askAgain(platform, tx, recipient)
}

async function askAgain(platform: Platform, tx: Tx, recipient: Recipient): Promise<void> {
  const { workspace_id: workspaceId, contact_id: contactId, message_id: messageId } = recipient
  const now = platform.clock.now()
  const broadcast = await readBroadcast(tx, workspaceId, recipient.broadcast_id)
  const { purpose, deadline } = broadcast
  const asked = { workspaceId, purpose, now, broadcastId: broadcast.id, except: recipient.id, exceptMessage: messageId }
  const [facts] = await readFacts(tx, asked, { contacts: contactId ? [contactId] : [] })
  const next = { state: 'skipped', reason: 'unreachable', dueAt: now } as const
  if (!facts) return withdrawMessage(platform, tx, recipient, next)
  // Its own unit and money are already reserved.
  const found = await readShop(tx, workspaceId, now)
  const shop = { ...found, planLeft: 1, moneyLeft: found.moneyLeft + recipient.cost }
  const plan = planOf(broadcast, recipient.variant ?? broadcast.ab_choice ?? 'a')
  const left = plan.cost.left === null ? null : plan.cost.left + recipient.cost
  const { answer } = askRules(platform.config, facts, shop, { ...plan, cost: { ...plan.cost, left } }, now)
  if (answer.is !== 'now') {
    // Paused messages wait for their broadcast and keep their place.
    const isPaused =
      answer.reasons[0] === 'template_not_approved' ||
      (broadcast.status === 'paused' &&
        (broadcast.reason === 'ads' || answer.reasons.every(reason => reason === 'stopped')))
    const waiting = { state: 'waiting', reason: 'stopped', dueAt: now } as const
    return withdrawMessage(platform, tx, recipient, isPaused ? waiting : nextOf(answer, deadline, now))
  }
  const { route } = answer
  if (route === 'facebook.marketing' && recipient.route !== route)
    return withdrawMessage(platform, tx, recipient, { state: 'waiting', reason: null, dueAt: now })
  if (route && recipient.route !== route) await changeRoute(tx, recipient, route)
  const price = answer.cost.amount ?? 0
  if (price !== recipient.cost && !(await changePrice(platform, tx, recipient, price)))
    return withdrawMessage(platform, tx, recipient, { state: 'skipped', reason: 'cost_limit', dueAt: now })
  // Frequency limits count when it leaves, not when it was made.
  await sql`update private.send_marks set at = ${now} where ref = ${recipient.id} and workspace_id = ${workspaceId}`.execute(
    tx,
  )
}

/** If the customer wrote in the meantime, a paid message becomes a free reply, or the reverse. */
async function changeRoute(tx: Tx, recipient: Recipient, route: RouteName): Promise<void> {
  const { id, workspace_id: workspaceId, message_id: messageId } = recipient
  await sql`update private.broadcast_recipients set route = ${route} where workspace_id = ${workspaceId} and id = ${id}`.execute(
    tx,
  )
  await sql`update messages set route = ${route} where workspace_id = ${workspaceId} and id = ${messageId}`.execute(tx)
}

/** @returns false if the month's budget does not allow the higher price: nothing is changed */
async function changePrice(platform: Platform, tx: Tx, recipient: Recipient, price: number): Promise<boolean> {
  const { id, workspace_id: workspaceId, broadcast_id: broadcastId, message_id: messageId, cost } = recipient
  const made = await madeAt(platform, tx, recipient)
  // Everybody locks in this order: the broadcast, then the month.
  await readBroadcast(tx, workspaceId, broadcastId, true)
  if (price < cost) await correctMonth(tx, workspaceId, price - cost, made)
  else if (!(await takeOfMonth(tx, workspaceId, price - cost, made))) return false
  await sql`update broadcasts set spent = greatest(0, spent + ${price - cost}) where workspace_id = ${workspaceId} and id = ${broadcastId}`.execute(
    tx,
  )
  await sql`update private.broadcast_recipients set cost = ${price} where workspace_id = ${workspaceId} and id = ${id}`.execute(
    tx,
  )
  await sql`update messages set cost = ${price}, may_cost = ${price > 0} where workspace_id = ${workspaceId} and id = ${messageId}`.execute(
    tx,
  )
  return true
}

/** Runs with the event's commit: most messages are no campaign's, and must not wait for this. */
export async function handleSent(platform: Platform, tx: Tx, event: EventCatalogue['message.sent']): Promise<void> {
  if (event.origin === null) return
  const now = platform.clock.now()
  // Only once the sending is certain: a repeated request is refused by the platform, which proves that the first arrived.
  atCommit(
    tx,
    sql`update private.broadcast_recipients set state = 'sent', reason = null, sent_at = coalesce(sent_at, ${now}),
        quota_type = (select m.quota_type from messages m where m.workspace_id = ${event.workspace_id} and m.id = ${event.message_id})
      where message_id = ${event.message_id} and workspace_id = ${event.workspace_id} and state in ('queued', 'unsure', 'failed')`,
  )
}

export async function handleFailed(platform: Platform, tx: Tx, event: EventCatalogue['message.failed']): Promise<void> {
  const { rows } = await sql<Recipient>`update private.broadcast_recipients set state = 'failed', reason = ${event.code}
    where message_id = ${event.message_id} and workspace_id = ${event.workspace_id} and state = 'queued' returning ${recipientColumns}`.execute(
    tx,
  )
  if (!rows[0]) return
  await giveBackReserved(platform, tx, rows[0], await madeAt(platform, tx, rows[0]))
  await sql`update private.broadcast_recipients set cost = 0 where id = ${rows[0].id} and workspace_id = ${event.workspace_id}`.execute(
    tx,
  )
}

/** Unknown whether it arrived: counts as sent. */
export async function handleUnsure(
  _platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.unsure'],
): Promise<void> {
  await sql`update private.broadcast_recipients set state = 'unsure' where message_id = ${event.message_id}
    and workspace_id = ${event.workspace_id} and state = 'queued'`.execute(tx)
}

/** Replies and refusals are attributed to the latest campaign message a customer got, be it a broadcast's or another. */
export async function handleAnswer(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
): Promise<void> {
  const now = platform.clock.now()
  const refuses = event.opt_out_intent === 'stop' || event.opt_out_intent === 'stop_all'
  platform.jobs.emitFound(
    tx,
    'campaign.answered',
    sql`update private.broadcast_recipients r set answered_at = ${now}, refused = r.refused or ${refuses} or exists (
        select from consents o where o.workspace_id = r.workspace_id and o.message_id = ${event.message_id} and o.act = 'withdrawn')
      where r.answered_at is null and r.id = (select l.id from private.broadcast_recipients l where l.workspace_id = ${event.workspace_id}
        and l.contact_id = ${event.contact_id} and l.sent_at > ${after(now, -answersWithin)} order by l.sent_at desc limit 1)
        and not exists (select from conversations v join messages m on m.workspace_id = v.workspace_id and m.conversation_id = v.id
          where v.workspace_id = r.workspace_id and v.contact_id = r.contact_id and m.origin in ('sequence', 'ask')
            and m.status in ('sent', 'delivered', 'read', 'unsure') and coalesce(m.sent_at, m.created_at) > r.sent_at)
      returning case when not r.refused then jsonb_build_object('workspace_id', r.workspace_id, 'broadcast_id', r.broadcast_id,
        'customer_id', r.customer_id, 'conversation_id', ${event.conversation_id}::text, 'message_id', ${event.message_id}::text) end as payload`,
  )
}

/** Whoever stops following or subscribing soon after a broadcast refuses it. */
export async function handleLeft(
  platform: Platform,
  tx: Tx,
  event: { workspace_id: string; contact_id: string; follows?: boolean; subscribes?: boolean },
): Promise<void> {
  if (event.follows ?? event.subscribes) return
  await sql`update private.broadcast_recipients r set refused = true where r.workspace_id = ${event.workspace_id}
    and r.id = (select l.id from private.broadcast_recipients l where l.workspace_id = ${event.workspace_id} and l.contact_id = ${event.contact_id}
      and l.sent_at > ${after(platform.clock.now(), -answersWithin)} order by l.sent_at desc limit 1)`.execute(tx)
}

export async function handleLost(
  platform: Platform,
  tx: Tx,
  event: { workspace_id: string; channel_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = event
  const { rows } = await sql<{
    id: string
  }>`select id from broadcasts b where workspace_id = ${workspaceId} and status in ('planning', 'running')
    and exists (select from private.broadcast_recipients r where r.broadcast_id = b.id and r.channel_id = ${channelId}
      and r.state in ('planned', 'waiting', 'queued')) order by id`.execute(tx)
  for (const { id } of rows) await pause(platform, tx, { workspaceId, id }, 'channel')
}
