import { sql } from 'kysely'
import { contactsOfCustomer } from '#features/customers/consent-ledger.ts'
import { after } from '#platform/clock.ts'
import { atCommit, type Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { findStep } from '#shared/rules/sequence-rules.ts'
import { askRules } from '../ask-rules.ts'
import { readFacts, readShop } from '../contact-facts.ts'
import { askAgainAfter } from '../make-message.ts'
import { giveBackPlace } from '../recipient.ts'
import { holdsNow } from './holds.ts'
import { endRuns, holdRun, type Run } from './run-row.ts'
import { limitOf, planOfStep } from './send-step.ts'

/**
 * A step's message is about to leave: the rules are asked for the last time. What may not go is taken back, and its run looks again.
 */
export async function hearStepDue(platform: Platform, tx: Tx, told: EventCatalogue['campaign.due']): Promise<void> {
  if (told.origin !== 'sequence') return
  const { workspace_id: workspaceId, message_id: messageId } = told
  const { rows } = await sql<{ contact_id: string }>`select contact_id from private.sequence_runs
    where message_id = ${messageId} and workspace_id = ${workspaceId}`.execute(tx)
  const contactId = rows[0]?.contact_id
  if (contactId) await contactsOfCustomer(tx, workspaceId, contactId)
  const run = await holdRun(tx, workspaceId, sql`r.message_id = ${messageId}`, false)
  const message = sql`messages where workspace_id = ${workspaceId} and id = ${messageId} and status = 'queued'`
  // Whom it was for is forgotten: nobody may get it.
  if (!run || !contactId) {
    await sql`delete from ${message}`.execute(tx)
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
  await sql`delete from ${message}`.execute(tx)
  await giveBackPlace(platform, tx, workspaceId, run.send_ref ?? '')
  await sql`update private.sequence_runs set message_id = null, send_ref = null, cost = 0,
      reason = ${refused.reason}, next_at = case when ended_at is null then ${refused.until}::timestamptz end
    where workspace_id = ${workspaceId} and id = ${run.id}`.execute(tx)
}

/** @returns why it may not go, and when its run looks again; undefined: it may */
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
  if (plan.goal && (await holdsNow(tx, run, plan.goal))) {
    await endRuns(platform, tx, workspaceId, sql`r.id = ${run.id}`, 'goal')
    return atOnce
  }
  const asked = { workspaceId, purpose: step.purpose, now, exceptMessage, ...(except && { except }) }
  const [facts] = await readFacts(tx, asked, { contacts: [contactId] })
  if (!facts) return atOnce
  // Its own unit is reserved already.
  const shop = { ...(await readShop(tx, workspaceId, now)), planLeft: 1 }
  const { answer } = askRules(platform.config, facts, shop, planOfStep(step), now)
  if (answer.is === 'now') return undefined
  const until = answer.is === 'no' ? now : (answer.at ?? after(now, askAgainAfter))
  return { until, reason: answer.reasons[0] ?? null }
}

/** What happened to it is known: its run looks. Written with the commit of its fact, as most messages are no step's. */
export async function hearStepSent(platform: Platform, tx: Tx, told: EventCatalogue['message.sent']): Promise<void> {
  if (told.origin === null) return
  const now = platform.clock.now()
  atCommit(
    tx,
    sql`update private.sequence_runs set sent_at = ${now}, next_at = case when ended_at is null then ${now}::timestamptz end
      where message_id = ${told.message_id} and workspace_id = ${told.workspace_id}`,
  )
}

/** The platform refused it: what was reserved for it is given back. */
export async function hearStepFailed(
  platform: Platform,
  tx: Tx,
  told: EventCatalogue['message.failed'],
): Promise<void> {
  const { rows } = await sql<{ ref: string | null }>`select send_ref as ref from private.sequence_runs
    where message_id = ${told.message_id} and workspace_id = ${told.workspace_id} for no key update`.execute(tx)
  if (!rows[0]?.ref) return
  await giveBackPlace(platform, tx, told.workspace_id, rows[0].ref)
  await wake(platform, tx, told)
}

/** Nobody knows whether it arrived: it counts as sent. */
export async function hearStepUnsure(
  platform: Platform,
  tx: Tx,
  told: EventCatalogue['message.unsure'],
): Promise<void> {
  await wake(platform, tx, told)
}

async function wake(platform: Platform, tx: Tx, told: { workspace_id: string; message_id: string }): Promise<void> {
  await sql`update private.sequence_runs set send_ref = null, next_at = ${platform.clock.now()}
    where message_id = ${told.message_id} and workspace_id = ${told.workspace_id} and ended_at is null`.execute(tx)
}
