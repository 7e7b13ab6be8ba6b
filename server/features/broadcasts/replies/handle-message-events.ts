import { sql } from 'kysely'
import { contactsOfCustomer } from '#features/customers/consent/consent-ledger.ts'
import { after, hours } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { RouteName } from '#shared/rules/campaigns/send-question.ts'
import { askRules } from '../audience/ask-rules.ts'
import { planOf, readBroadcast } from '../broadcast-row.ts'
import { correctMonth, takeOfMonth } from '../sending/month-money.ts'
import { nextOf } from '../drafts/make-message.ts'
import { pause } from '../sending/pause.ts'
import { readFacts, readShop } from '../audience/contact-facts.ts'
import { giveBackReserved, madeAt, type Recipient, recipientColumns, takeBack } from '../audience/recipient.ts'

/**
 * One of ours is about to leave: the rules are asked for the last time, and what they say now counts. What the customer said until
 * this moment has been heard: their rows are held. What may not go is taken back.
 */
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
  // Whom it was for is forgotten: nobody may get it.
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
  if (!facts) return takeBack(platform, tx, recipient, next)
  // Its own unit and its own money are reserved already.
  const found = await readShop(tx, workspaceId, now)
  const shop = { ...found, planLeft: 1, moneyLeft: found.moneyLeft + recipient.cost }
  const plan = planOf(broadcast, recipient.variant ?? broadcast.ab_choice ?? 'a')
  const left = plan.cost.left === null ? null : plan.cost.left + recipient.cost
  const { answer } = askRules(platform.config, facts, shop, { ...plan, cost: { ...plan.cost, left } }, now)
  if (answer.is !== 'now') {
    // What was only paused waits for its broadcast, and does not lose its place.
    const isPaused =
      answer.reasons[0] === 'template_not_approved' ||
      (broadcast.status === 'paused' &&
        (broadcast.reason === 'ads' || answer.reasons.every(reason => reason === 'stopped')))
    const waiting = { state: 'waiting', reason: 'stopped', dueAt: now } as const
    return takeBack(platform, tx, recipient, isPaused ? waiting : nextOf(answer, deadline, now))
  }
  const { route } = answer
  // To a subscription it goes under the broadcast's name there, which is looked for where messages are made.
  if (route === 'facebook.marketing' && recipient.route !== route)
    return takeBack(platform, tx, recipient, { state: 'waiting', reason: null, dueAt: now })
  if (route && recipient.route !== route) await changeRoute(tx, recipient, route)
  const price = answer.cost.amount ?? 0
  if (price !== recipient.cost && !(await changePrice(platform, tx, recipient, price)))
    return takeBack(platform, tx, recipient, { state: 'skipped', reason: 'cost_limit', dueAt: now })
  // What counts for how often is when it leaves, not when it was made.
  await sql`update private.send_marks set at = ${now} where ref = ${recipient.id} and workspace_id = ${workspaceId}`.execute(
    tx,
  )
}

/** They wrote meanwhile: what was to be paid for goes as an answer, or the other way round. */
async function changeRoute(tx: Tx, recipient: Recipient, route: RouteName): Promise<void> {
  const { id, workspace_id: workspaceId, message_id: messageId } = recipient
  await sql`update private.broadcast_recipients set route = ${route} where workspace_id = ${workspaceId} and id = ${id}`.execute(
    tx,
  )
  await sql`update messages set route = ${route} where workspace_id = ${workspaceId} and id = ${messageId}`.execute(tx)
}

/**
 * A reply has used up what was free, or another act of the customer's made it free again.
 * @returns false where the month in which it was made does not hold so much more: nothing is changed
 */
async function changePrice(platform: Platform, tx: Tx, recipient: Recipient, price: number): Promise<boolean> {
  const { id, workspace_id: workspaceId, broadcast_id: broadcastId, message_id: messageId, cost } = recipient
  const made = await madeAt(platform, tx, recipient)
  // Held in the order in which everybody takes of them: the broadcast, then the month.
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

/** Written with the commit of its fact: most messages are no campaign's, and must not wait for this. */
export async function handleSent(platform: Platform, tx: Tx, event: EventCatalogue['message.sent']): Promise<void> {
  if (event.origin === null) return
  const now = platform.clock.now()
  // Not before it is known that it was sent: one that is asked for again meets the platform's own refusal, which says that it arrived.
  atCommit(
    tx,
    sql`update private.broadcast_recipients set state = 'sent', reason = null, sent_at = coalesce(sent_at, ${now})
      where message_id = ${event.message_id} and workspace_id = ${event.workspace_id} and state in ('queued', 'unsure', 'failed')`,
  )
}

/** The platform refused it: what was reserved for it is given back. */
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

/** Nobody knows whether it arrived: it counts as sent. */
export async function handleUnsure(
  _platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.unsure'],
): Promise<void> {
  await sql`update private.broadcast_recipients set state = 'unsure' where message_id = ${event.message_id}
    and workspace_id = ${event.workspace_id} and state = 'queued'`.execute(tx)
}

/** So long after it a customer's first word is its answer. */
const answersWithin = hours(72)

/**
 * The latest thing that a customer got is what they answer, or refuse. Written with the commit, as in `handleSent`: until then whose turn
 * it is may still be asked.
 */
export async function handleAnswer(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.received'],
): Promise<void> {
  const now = platform.clock.now()
  const refuses = event.wish === 'stop' || event.wish === 'stop_all'
  platform.jobs.emitFound(
    tx,
    'campaign.answered',
    sql`update private.broadcast_recipients r set answered_at = ${now}, refused = ${refuses} or exists (
        select from consents o where o.workspace_id = r.workspace_id and o.message_id = ${event.message_id} and o.act = 'withdrawn')
      where r.answered_at is null and r.id = (select l.id from private.broadcast_recipients l where l.workspace_id = ${event.workspace_id}
        and l.contact_id = (select contact_id from conversations where workspace_id = ${event.workspace_id} and id = ${event.conversation_id})
        and l.sent_at > ${after(now, -answersWithin)} order by l.sent_at desc limit 1)
      returning case when not r.refused then jsonb_build_object('workspace_id', r.workspace_id, 'broadcast_id', r.broadcast_id,
        'customer_id', r.customer_id, 'conversation_id', ${event.conversation_id}::text, 'message_id', ${event.message_id}::text) end as payload`,
  )
}

/** Nothing can be sent there: what runs there waits for a person. */
export async function handleLost(
  platform: Platform,
  tx: Tx,
  told: { workspace_id: string; channel_id: string },
): Promise<void> {
  const { workspace_id: workspaceId, channel_id: channelId } = told
  const { rows } = await sql<{
    id: string
  }>`select id from broadcasts b where workspace_id = ${workspaceId} and status in ('planning', 'running')
    and exists (select from private.broadcast_recipients r where r.broadcast_id = b.id and r.channel_id = ${channelId}
      and r.state in ('planned', 'waiting', 'queued')) order by id`.execute(tx)
  for (const { id } of rows) await pause(platform, tx, { workspaceId, id }, 'channel')
}
