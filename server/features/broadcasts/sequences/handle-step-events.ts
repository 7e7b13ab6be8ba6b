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
import { askAgainAfter } from '../sending/make-message.ts'
import { giveBackPlace } from '../audience/recipient.ts'
import { withdrawn } from '../templates/handle-template.ts'
import { hadStep } from './had-step.ts'
import { holdsNow } from './holds.ts'
import { endRuns, holdRun, type Run } from './run-row.ts'
import { limitOf, recheckAfter, nameFor, planOfStep } from './send-step.ts'
import { correctSequence, takeOfSequence } from './step-money.ts'

/** Last check of the rules before a message leaves; if it may not be sent, it is withdrawn and the run checks again later. */
export async function handleStepDue(platform: Platform, tx: Tx, event: EventCatalogue['campaign.due']): Promise<void> {
  if (event.origin !== 'sequence') return
  const { workspace_id: workspaceId, message_id: messageId } = event
  const { rows } = await sql<{ contact_id: string | null }>`select contact_id from private.sequence_runs
    where message_id = ${messageId} and workspace_id = ${workspaceId}`.execute(tx)
  const contactId = rows[0]?.contact_id
  if (contactId) await contactsOfCustomer(tx, workspaceId, contactId)
  const run = await holdRun(tx, workspaceId, sql`r.message_id = ${messageId}`, false)
  if (!run || !contactId) {
    const gone = await takeAway(tx, workspaceId, messageId)
    if (gone) await correctSequence(tx, gone, -gone.cost, gone.made)
    return
  }
  const now = platform.clock.now()
  const refused = await refusal(platform, tx, run, contactId, now)
  if (!refused) {
    // Frequency limits count when it leaves, not when it was made.
    await sql`update private.send_marks set at = ${now} where ref = ${run.send_ref} and workspace_id = ${workspaceId}`.execute(
      tx,
    )
    return
  }
  const gone = await takeAway(tx, workspaceId, messageId)
  await giveBackPlace(platform, tx, workspaceId, run.send_ref ?? '')
  await correctSequence(tx, run, -run.cost, gone?.made ?? now)
  await sql`update private.sequence_runs set message_id = null, send_ref = null, cost = 0,
      reason = ${refused.reason}, next_at = case when ended_at is null then ${refused.until}::timestamptz end
    where workspace_id = ${workspaceId} and id = ${run.id}`.execute(tx)
}

type Made = { workspace_id: string; sequence_id: string; cost: number; made: Date }

async function takeAway(tx: Tx, workspaceId: string, messageId: string): Promise<Made | undefined> {
  const { rows } =
    await sql<Made>`delete from messages where workspace_id = ${workspaceId} and id = ${messageId} and status = 'queued' and origin_id is not null
    returning workspace_id, origin_id as sequence_id, coalesce(cost, 0)::float8 as cost, created_at as made`.execute(tx)
  return rows[0]
}

/** @returns why it may not go, and when its run checks again; undefined: it may */
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
  const shop = { ...(await readShop(tx, workspaceId, now)), planLeft: 1 }
  const planned = await planOfStep(tx, run, step, now)
  const message = await readMessage(tx, run)
  // The step was changed since: recreate the message, because the rules were checked for the new text.
  if (!planned || !message || message.template !== (planned.template?.row.external_id ?? null)) return atOnce
  const mine = { ...shop, moneyLeft: shop.moneyLeft + run.cost }
  const { answer } = askRules(platform.config, facts, mine, planned, now)
  if (answer.is !== 'now') {
    const until = answer.is === 'no' ? now : (answer.at ?? after(now, askAgainAfter))
    return { until, reason: answer.reasons[0] ?? null }
  }
  const { route, cost } = answer
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

/** @returns false if the month's budget does not allow the higher price: nothing is changed */
async function changePrice(tx: Tx, run: Run, price: number, made: Date): Promise<boolean> {
  const more = price - run.cost
  if (more > 0 && !(await takeOfSequence(tx, run, more, made))) return false
  if (more < 0) await correctSequence(tx, run, more, made)
  await sql`update private.sequence_runs set cost = ${price} where workspace_id = ${run.workspace_id} and id = ${run.id}`.execute(
    tx,
  )
  return true
}

export async function handleStepSent(platform: Platform, tx: Tx, event: EventCatalogue['message.sent']): Promise<void> {
  if (event.origin === null) return
  const now = platform.clock.now()
  atCommit(
    tx,
    sql`update private.sequence_runs set sent_at = ${now}, next_at = case when ended_at is null then ${now}::timestamptz end
      where message_id = ${event.message_id} and workspace_id = ${event.workspace_id}`,
  )
}

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
  if (event.code === withdrawn) await holdPlace(platform, tx, event)
  else await wake(platform, tx, event)
}

/** Zalo withdrew the template before notifying us: the step is tried again once that is known. */
async function holdPlace(platform: Platform, tx: Tx, event: { workspace_id: string; message_id: string }) {
  const until = after(platform.clock.now(), askAgainAfter)
  await sql`update private.sequence_runs set message_id = null, send_ref = null, cost = 0, reason = 'template_not_approved',
      next_at = case when ended_at is null then ${until}::timestamptz end
    where message_id = ${event.message_id} and workspace_id = ${event.workspace_id}`.execute(tx)
}

/** Unknown whether it arrived: counts as sent. */
export async function handleStepUnsure(
  platform: Platform,
  tx: Tx,
  event: EventCatalogue['message.unsure'],
): Promise<void> {
  await wake(platform, tx, event)
}

async function wake(platform: Platform, tx: Tx, event: { workspace_id: string; message_id: string }): Promise<void> {
  await sql`update private.sequence_runs set send_ref = null, next_at = ${platform.clock.now()}
    where message_id = ${event.message_id} and workspace_id = ${event.workspace_id} and ended_at is null`.execute(tx)
}
