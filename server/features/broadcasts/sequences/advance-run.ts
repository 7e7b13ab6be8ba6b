import { sql } from 'kysely'
import { after, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { SequenceStep } from '#shared/contracts/campaigns/sequences.contract.ts'
import { findStep, stepAfter, waitEnds } from '#shared/rules/campaigns/sequence-rules.ts'
import { readShop } from '../audience/contact-facts.ts'
import { UsedUp } from '../sending/write-message.ts'
import { whyNotEnter } from './enter-sequence.ts'
import { holdsNow } from './holds.ts'
import { passRuns } from './handle-exits.ts'
import { assignStep, fieldStep, handOverStep, tagStep } from './plain-steps.ts'
import { endRuns, holdRun, moveOn, type Run, waitAtStep } from './run-row.ts'
import { sendStep, settleStep } from './send-step.ts'

export type Due = { id: string; workspace_id: string; customer_id: string }

const noPlanRetry = minutes(5)

/** One step and the next due time in one transaction. Returns whether more is due at once. */
export async function advanceRun(platform: Platform, due: Due): Promise<boolean> {
  const { workspace_id: workspaceId } = due
  try {
    return await platform.db.asBackground(async tx => {
      const run = await hold(platform, tx, due)
      if (!run) return false
      await act(platform, tx, run)
      const { rows } =
        await sql`select from private.sequence_runs where workspace_id = ${workspaceId} and id = ${run.id}
        and ended_at is null and next_at <= ${platform.clock.now()}`.execute(tx)
      return rows.length > 0
    })
  } catch (error) {
    if (!(error instanceof UsedUp)) throw error
    await wait(platform, due, error.what === 'no money' ? 'cost_limit' : 'plan_quota')
    return false
  }
}

export async function wait(platform: Platform, { id, workspace_id: workspaceId }: Due, reason: string | null) {
  const now = platform.clock.now()
  await platform.db.asService(workspaceId, tx =>
    sql`update private.sequence_runs set since = case when ${reason !== null} then coalesce(since, ${now}) else since end, next_at = ${after(now, noPlanRetry)}, reason = ${reason}
      where workspace_id = ${workspaceId} and id = ${id} and ended_at is null and next_at <= ${now}`.execute(tx),
  )
}

/** Locks in the common order (`lock-conversation.ts`), then the run. */
async function hold(platform: Platform, tx: Tx, due: Due): Promise<Run | undefined> {
  const { id, workspace_id: workspaceId, customer_id: customerId } = due
  const theirs = sql`select id from contacts where workspace_id = ${workspaceId} and customer_id = ${customerId}`
  const isDue = sql`r.id = ${id} and r.customer_id = ${customerId} and r.ended_at is null and r.next_at <= ${platform.clock.now()}`
  // Members are locked before conversations; the step is checked again once locked.
  await sql`select from members where workspace_id = ${workspaceId} and person_id = (
    select (jsonb_path_query_first(v.plan, '$.**?(@.id == $step)', jsonb_build_object('step', r.step)) ->> 'person_id')::uuid
    from private.sequence_runs r join sequence_versions v on v.workspace_id = r.workspace_id and v.sequence_id = r.sequence_id
      and v.version = r.version where r.workspace_id = ${workspaceId} and r.id = ${id}) for share`.execute(tx)
  await sql`select from conversations where workspace_id = ${workspaceId} and contact_id in (${theirs}) order by id for no key update`.execute(
    tx,
  )
  const { rows: before } = await sql<{ id: string }>`${theirs} order by id for no key update`.execute(tx)
  const { rows: held } = await sql`select from customers where workspace_id = ${workspaceId} and id = ${customerId}
    and merged_into is null for no key update`.execute(tx)
  if (held.length === 0) return moveRuns(platform, tx, workspaceId, customerId)
  const { rows: contacts } = await sql<{ id: string }>`${theirs} order by id`.execute(tx)
  if (contacts.map(one => one.id).join() !== before.map(one => one.id).join()) return undefined
  const run = await holdRun(tx, workspaceId, isDue, true)
  return run?.status === 'active' ? run : undefined
}

/** Runs entered during a merge move to the surviving customer. */
async function moveRuns(platform: Platform, tx: Tx, workspaceId: string, customerId: string): Promise<undefined> {
  const { rows } = await sql<{
    id: string
  }>`select id from customers where workspace_id = ${workspaceId} and merged_into is null
    and id = (select merged_into from customers where workspace_id = ${workspaceId} and id = ${customerId}) for no key update`.execute(
    tx,
  )
  if (rows[0]) await passRuns(platform, tx, workspaceId, customerId, rows[0].id)
}

async function act(platform: Platform, tx: Tx, run: Run): Promise<void> {
  const { workspace_id: workspaceId, id, plan } = run
  if (await isRestricted(tx, run)) {
    if (run.step === null) return drop(tx, run)
    await endRuns(platform, tx, workspaceId, sql`r.id = ${id}`, 'restricted')
    return
  }
  if (run.step === null) return enter(platform, tx, run)
  const step = findStep(plan.steps, run.step)
  if (!step) throw new Error('A run stands at a step that its plan does not have.')
  const next = stepAfter(plan.steps, step.id)?.id
  if (run.message_id && step.is === 'message' && (await settleStep(platform, tx, { run, step, next }))) return
  if (plan.goal && (await holdsNow(tx, run, plan.goal))) {
    await endRuns(platform, tx, workspaceId, sql`r.id = ${id}`, 'goal')
    return
  }
  await takeStep(platform, tx, run, step, next)
}

async function takeStep(
  platform: Platform,
  tx: Tx,
  run: Run,
  step: SequenceStep,
  next: string | undefined,
): Promise<void> {
  const now = platform.clock.now()
  switch (step.is) {
    case 'wait': {
      // Postponed for reasons other than its own limit, the step has not begun.
      if (run.since) return moveOn(platform, tx, run, { did: 'waited' }, next)
      const { zone } = await readShop(tx, run.workspace_id, now)
      return waitAtStep(tx, run, { until: waitEnds(step, now, zone), now })
    }
    case 'message':
      return sendStep(platform, tx, { run, step, next })
    case 'tag':
      return moveOn(platform, tx, run, await tagStep(platform, tx, run, step), next)
    case 'field':
      return moveOn(platform, tx, run, await fieldStep(tx, run, step), next)
    case 'assign':
      return moveOn(platform, tx, run, await assignStep(platform, tx, run, step), next)
    case 'branch': {
      const arm = (await holdsNow(tx, run, step.when)) ? 'yes' : 'no'
      return moveOn(platform, tx, run, { did: arm }, stepAfter(run.plan.steps, step.id, arm)?.id)
    }
    case 'hand_over':
      return moveOn(platform, tx, run, await handOverStep(platform, tx, run), undefined, 'handed_over')
    case 'end':
      return moveOn(platform, tx, run, { did: 'ended' }, undefined)
  }
}

async function isRestricted(tx: Tx, { workspace_id: workspaceId, customer_id: id }: Run): Promise<boolean> {
  const { rows } = await sql`select from customers where workspace_id = ${workspaceId} and id = ${id}
    and (restricted_at is not null or erased_at is not null)`.execute(tx)
  return rows.length > 0
}

/** Enters, or is removed without a trace. */
async function enter(platform: Platform, tx: Tx, run: Run): Promise<void> {
  const { id, workspace_id: workspaceId, sequence_id: sequenceId, customer_id: customerId, plan } = run
  const now = platform.clock.now()
  const shut = await whyNotEnter(tx, { workspaceId, sequenceId, customerId }, plan.again_after_days, now)
  const [first] = plan.steps
  if (shut || !first) return drop(tx, run)
  await sql`update private.sequence_runs set step = ${first.id}, next_at = ${now}, entered_at = ${now},
      version = ${run.version}
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  await platform.jobs.emit(tx, 'sequence.entered', {
    ...{ workspace_id: workspaceId, sequence_id: sequenceId, run_id: id, customer_id: customerId },
  })
}

async function drop(tx: Tx, { id, workspace_id: workspaceId }: Run): Promise<void> {
  await sql`delete from private.sequence_runs where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
}
