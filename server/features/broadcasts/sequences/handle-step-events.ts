import { sql } from 'kysely'
import { contactsOfCustomer } from '#features/customers/consent/consent-ledger.ts'
import { after } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { paidRoute } from '#shared/rules/campaigns/sending-routes.ts'
import { findStep } from '#shared/rules/campaigns/sequence-rules.ts'
import { askRules } from '../audience/ask-rules.ts'
import { readFacts, readShop } from '../audience/contact-facts.ts'
import { askAgainAfter } from '../drafts/make-message.ts'
import { giveBackPlace } from '../audience/recipient.ts'
import { withdrawn } from '../templates/handle-template.ts'
import { hadStep } from './had-step.ts'
import { holdsNow } from './holds.ts'
import { endRuns, holdRun, type Run } from './run-row.ts'
import { limitOf, recheckAfter, nameFor, planOfStep } from './send-step.ts'
import { correctSequence, takeOfSequence } from './step-money.ts'

/**
 * A step's message is about to leave: the rules are asked for the last time. What may not go is taken back, and its run looks again.
 */
export async function handleStepDue(platform: Platform, tx: Tx, event: EventCatalogue['campaign.due']): Promise<void> {
  if (event.origin !== 'sequence') return
  const { workspace_id: workspaceId, message_id: messageId } = event
  const { rows } = await sql<{ contact_id: string | null }>`select contact_id from private.sequence_runs
    where message_id = ${messageId} and workspace_id = ${workspaceId}`.execute(tx)
  const contactId = rows[0]?.contact_id
  if (contactId) await contactsOfCustomer(tx, workspaceId, contactId)
  const run = await holdRun(tx, workspaceId, sql`r.message_id = ${messageId}`, false)
  // Whom it was for is forgotten: nobody may get it.
  if (!run || !contactId) {
    const gone = await takeAway(tx, workspaceId, messageId)
    if (gone) await correctSequence(tx, gone, -gone.cost, gone.made)
    return
  }
  const now = platform.clock.now()
  const refused = await refusal(platform, tx, run, contactId, now)
  if (!refused) {
    // What counts for how often is when it leaves, not when it was made.
    await sql`update private.send_marks set at = ${now} where ref = ${run.send_ref} and workspace_id = ${workspaceId}`.execute(
      tx,
    )
    return
  }
  const gone = await takeAway(tx, workspaceId, messageId)
  await giveBackPlace(platform, tx, workspaceId, run.send_ref ?? '')
  // In the order in which they are taken.
  await correctSequence(tx, run, -run.cost, gone?.made ?? now)
  await sql`update private.sequence_runs set message_id = null, send_ref = null, cost = 0,
      reason = ${refused.reason}, next_at = case when ended_at is null then ${refused.until}::timestamptz end
    where workspace_id = ${workspaceId} and id = ${run.id}`.execute(tx)
}

type Made = { workspace_id: string; sequence_id: string; cost: number; made: Date }

/** A message that was made and is not sent. @returns what is to be given back for it */
async function takeAway(tx: Tx, workspaceId: string, messageId: string): Promise<Made | undefined> {
  const { rows } =
    await sql<Made>`delete from messages where workspace_id = ${workspaceId} and id = ${messageId} and status = 'queued' and origin_id is not null
    returning workspace_id, origin_id as sequence_id, cost::float8, created_at as made`.execute(tx)
  return rows[0]
}

/** @returns why it may not go, and when its run looks again; undefined: it may, by the way and for the price of now */
async function refusal(
  platform: Platform,
  tx: Tx,
  run: Run,
  contactId: string,
  now: Date,
): Promise<{ until: Date; reason: string | null } | undefined> {
  const { workspace_id: workspaceId, plan, message_id: exceptMessage, send_ref: except } = run
  const atOnce = { until: now, reason: null }
  if (run.ended_at || run.status !== 'active') return atOnce
  const step = findStep(plan.steps, run.step)
  if (step?.is !== 'message' || now >= limitOf(run, step, now)) return atOnce
  const had = await hadStep(tx, run, step.id)
  if (had) return had === 'had' ? atOnce : { until: after(now, recheckAfter.sending), reason: null }
  if (plan.goal && (await holdsNow(tx, run, plan.goal))) {
    await endRuns(platform, tx, workspaceId, sql`r.id = ${run.id}`, 'goal')
    return atOnce
  }
  const asked = { workspaceId, purpose: step.purpose, now, exceptMessage, ...(except && { except }) }
  const [facts] = await readFacts(tx, asked, { contacts: [contactId] })
  if (!facts) return atOnce
  // Its own unit is reserved already.
  const shop = { ...(await readShop(tx, workspaceId, now)), planLeft: 1 }
  const planned = await planOfStep(tx, run, step, now)
  const message = await readMessage(tx, run)
  // The step says something else by now: it is made anew, as the rules were asked about that.
  if (!planned || !message || message.template !== (planned.template?.row.external_id ?? null)) return atOnce
  const mine = { ...shop, moneyLeft: shop.moneyLeft + run.cost }
  const { answer } = askRules(platform.config, facts, mine, planned, now)
  if (answer.is !== 'now') {
    const until = answer.is === 'no' ? now : (answer.at ?? after(now, askAgainAfter))
    return { until, reason: answer.reasons[0] ?? null }
  }
  const { route, cost } = answer
  // To a subscription nothing goes that was made for another way, and nothing while Meta takes none.
  if (route === paidRoute && message.route !== paidRoute) return atOnce
  const name = await nameFor(platform, tx, run, { facts, asked: { answer } })
  if (name) return name
  const price = cost.amount ?? 0
  if (price !== run.cost && !(await changePrice(tx, run, price, message.made)))
    return { until: now, reason: 'cost_limit' }
  if (price !== run.cost || route !== message.route)
    await sql`update messages set route = ${route}, cost = ${price}, may_cost = ${price > 0}
      where workspace_id = ${workspaceId} and id = ${exceptMessage}`.execute(tx)
  return undefined
}

async function readMessage(tx: Tx, { workspace_id: workspaceId, message_id: id }: Run) {
  const { rows } = await sql<{ template: string | null; route: string | null; made: Date }>`
    select template ->> 'externalId' as template, route, created_at as made from messages
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Replies have used up what was free, or another act of the customer's made it free again.
 * @returns false where the month in which it was made does not hold so much more: nothing is changed
 */
async function changePrice(tx: Tx, run: Run, price: number, made: Date): Promise<boolean> {
  const more = price - run.cost
  if (more > 0 && !(await takeOfSequence(tx, run, more, made))) return false
  if (more < 0) await correctSequence(tx, run, more, made)
  await sql`update private.sequence_runs set cost = ${price} where workspace_id = ${run.workspace_id} and id = ${run.id}`.execute(
    tx,
  )
  return true
}

/** What happened to it is known: its run looks. Written with the commit of its fact, as most messages are no step's. */
export async function handleStepSent(platform: Platform, tx: Tx, event: EventCatalogue['message.sent']): Promise<void> {
  if (event.origin === null) return
  const now = platform.clock.now()
  atCommit(
    tx,
    sql`update private.sequence_runs set sent_at = ${now}, next_at = case when ended_at is null then ${now}::timestamptz end
      where message_id = ${event.message_id} and workspace_id = ${event.workspace_id}`,
  )
}

/** The platform refused it: what was reserved for it is given back. */
export async function handleStepFailed(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.failed'],
): Promise<void> {
  const { rows } = await sql<Made & { ref: string | null }>`
    select r.send_ref as ref, r.workspace_id, r.sequence_id, r.cost::float8, m.created_at as made from private.sequence_runs r
    join messages m on m.workspace_id = r.workspace_id and m.id = r.message_id
    where r.message_id = ${event.message_id} and r.workspace_id = ${event.workspace_id} for no key update of r`.execute(
    tx,
  )
  const [run] = rows
  if (!run?.ref) return
  await giveBackPlace(platform, tx, event.workspace_id, run.ref)
  await correctSequence(tx, run, -run.cost, run.made)
  if (event.code === withdrawn) await keepsPlace(platform, tx, event)
  else await wake(platform, tx, event)
}

/** Zalo has withdrawn the template before it told us: the step is asked about anew, once that may be known. */
async function keepsPlace(platform: Platform, tx: Tx, told: { workspace_id: string; message_id: string }) {
  const until = after(platform.clock.now(), askAgainAfter)
  await sql`update private.sequence_runs set message_id = null, send_ref = null, cost = 0, reason = 'template_not_approved',
      next_at = case when ended_at is null then ${until}::timestamptz end
    where message_id = ${told.message_id} and workspace_id = ${told.workspace_id}`.execute(tx)
}

/** Nobody knows whether it arrived: it counts as sent. */
export async function handleStepUnsure(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.unsure'],
): Promise<void> {
  await wake(platform, tx, event)
}

async function wake(platform: Platform, tx: Tx, told: { workspace_id: string; message_id: string }): Promise<void> {
  await sql`update private.sequence_runs set send_ref = null, next_at = ${platform.clock.now()}
    where message_id = ${told.message_id} and workspace_id = ${told.workspace_id} and ended_at is null`.execute(tx)
}
