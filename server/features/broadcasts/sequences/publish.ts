import { sql } from 'kysely'
import type { z } from 'zod'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { publishedSequence, SequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import {
  maxCostOf,
  doubtfulStep,
  findStep,
  loopThrough,
  placedSteps,
  problemOf,
} from '#shared/rules/campaigns/sequence-rules.ts'
import { readShop, type ShopFacts } from '../audience/contact-facts.ts'
import { requirePlan } from '../sending/require-plan.ts'
import { requireAds, requireKnownSteps, requireTemplates } from './require-known.ts'
import { forgetVersions, readSequence, refuseWithdrawn, sequencesLeft, type Sequence } from './sequence-row.ts'

const maxVersions = 20

/**
 * For no more money than confirmed. Runs move to the same step of the new version, or else finish the old one.
 * @throws sequence.step_invalid, .loop, .empty, .over, .too_many_active, .price_unconfirmed, template.not_approved, .value_invalid,
 * broadcast.purpose_doubtful, usage.campaigns_reached without a plan
 */
export async function publishSequence(
  platform: Platform,
  caller: Caller,
  { id, inside, confirmed, max_each: each, max_month: maxMonth }: { id: string } & z.output<typeof publishedSequence>,
): Promise<{ version: number; moved: number }> {
  const { workspaceId, personId } = caller
  const now = platform.clock.now()
  return platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    const shop = await readShop(tx, workspaceId, now)
    const sequence = await readSequence(tx, workspaceId, id, true)
    const plan = sequence.draft
    await requirePlan(platform, tx, workspaceId)
    await refuseUnready(tx, workspaceId, sequence, shop)
    const doubtful = confirmed ? undefined : doubtfulStep(plan)
    if (doubtful) throw failure('broadcast.purpose_doubtful', { field: doubtful })
    const maxCost = maxCostOf(plan)
    if (maxCost > 0 && (each < maxCost || maxMonth < maxCost))
      throw failure('sequence.price_unconfirmed', { max_each: maxCost })
    const money = maxCost > 0 ? { max_each: maxCost, max_month: maxMonth } : {}
    if (sequence.status !== 'active') await refuseFull(tx, workspaceId)
    const version = await saveVersion(tx, { workspaceId, personId }, sequence, now)
    await sql`update sequences set status = 'active', reason = null, version = ${version}, "trigger" = ${JSON.stringify(plan.trigger)}::jsonb,
        published_at = ${now}, max_month = coalesce(${money.max_month ?? null}, max_month) where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    )
    const moved = inside === 'move' ? await moveInside(tx, workspaceId, sequence, version) : 0
    await recordInAuditLog(platform, tx, caller, 'sequence.published', id, {
      name: sequence.name,
      version,
      inside,
      moved,
      ...money,
    })
    return { version, moved }
  })
}

async function saveVersion(
  tx: Tx,
  { workspaceId, personId }: Pick<Caller, 'workspaceId' | 'personId'>,
  { id, version: last, draft: plan }: Sequence,
  now: Date,
): Promise<number> {
  const written = JSON.stringify(plan)
  const { rows } = await sql<{ version: number }>`
    insert into sequence_versions (workspace_id, sequence_id, version, plan, serves_only, published_by, published_at)
    select ${workspaceId}, ${id}, ${last + 1}, ${written}::jsonb, ${servesOnly(plan)}, ${personId}, ${now}
    where not exists (select from sequence_versions where workspace_id = ${workspaceId} and sequence_id = ${id}
      and version = ${last} and plan = ${written}::jsonb)
    returning version`.execute(tx)
  await forgetVersions(tx, workspaceId, id, maxVersions)
  return rows[0]?.version ?? last
}

/**
 * Delays keep running while paused.
 * @throws sequence.not_active
 */
export async function pauseSequence(platform: Platform, { workspaceId }: Caller, { id }: { id: string }) {
  await platform.db.asService(workspaceId, async tx => {
    const { status } = await readSequence(tx, workspaceId, id, true)
    if (status !== 'active') throw failure('sequence.not_active')
    await sql`update sequences set status = 'paused', reason = 'person' where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    )
  })
  return {}
}

/** @throws sequence.not_active, .too_many_active, template.not_approved, usage.campaigns_reached without a plan */
export async function resumeSequence(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    await holdShop(tx, workspaceId)
    const sequence = await readSequence(tx, workspaceId, id, true)
    if (sequence.status !== 'paused') throw failure('sequence.not_active')
    await requirePlan(platform, tx, workspaceId)
    await refuseWithdrawn(tx, workspaceId, sequence)
    await refuseFull(tx, workspaceId)
    await sql`update sequences set status = 'active', reason = null where workspace_id = ${workspaceId} and id = ${id}`.execute(
      tx,
    )
    await recordInAuditLog(platform, tx, caller, 'sequence.resumed', id)
  })
  return {}
}

/**
 * For good: everybody inside leaves.
 * @throws sequence.not_active
 */
export async function endSequence(platform: Platform, caller: Caller, { id }: { id: string }) {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    const { status, name } = await readSequence(tx, workspaceId, id, true)
    if (status !== 'active' && status !== 'paused') throw failure('sequence.not_active')
    await sql`update sequences set status = 'ended', reason = null, ended_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'sequence.ended', id, { name })
    await platform.jobs.enqueue(tx, {
      kind: 'close sequence',
      key: `close sequence ${id}`,
      payload: { workspace_id: workspaceId, sequence_id: id },
    })
  })
  return {}
}

/** Serialises publishing and resuming in a shop. */
async function holdShop(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
}

async function refuseFull(tx: Tx, workspaceId: string): Promise<void> {
  if ((await sequencesLeft(tx, workspaceId)) === 0) throw failure('sequence.too_many_active')
}

async function refuseUnready(tx: Tx, workspaceId: string, sequence: Sequence, shop: ShopFacts): Promise<void> {
  const places = shop.fields.map(({ place }) => place)
  const { id, status, name, draft: plan } = sequence
  if (status === 'ended') throw failure('sequence.over')
  if (!name) throw failure('sequence.empty', { field: 'name' })
  const problem = problemOf(plan, shop.sender, places)
  if (problem) throw failure(problem.code, { field: problem.field, why: problem.why })
  await requireKnownSteps(tx, workspaceId, plan)
  await requireTemplates(tx, workspaceId, plan, places)
  await requireAds(tx, workspaceId, plan)
  const { rows: others } = await sql<{ plan: SequencePlan }>`select v.plan from sequences s
    join sequence_versions v on v.workspace_id = s.workspace_id and v.sequence_id = s.id and v.version = s.version
    where s.workspace_id = ${workspaceId} and s.status in ('active', 'paused') and s.id <> ${id}`.execute(tx)
  const loop = loopThrough(
    plan,
    others.map(other => other.plan),
  )
  if (loop) throw failure('sequence.loop', { field: loop, why: 'through' })
}

function servesOnly({ steps }: SequencePlan): boolean {
  return placedSteps(steps).every(({ step }) => step.is !== 'message' || step.purpose === 'service')
}

/** Only to a step that still exists with the same kind; a wait that has begun ends as it would have. */
async function moveInside(tx: Tx, workspaceId: string, { id, draft }: Sequence, version: number): Promise<number> {
  const { rows: standing } = await sql<{ version: number; step: string; plan: SequencePlan }>`
    select distinct r.version, r.step, v.plan from private.sequence_runs r
    join sequence_versions v on v.workspace_id = r.workspace_id and v.sequence_id = r.sequence_id and v.version = r.version
    where r.workspace_id = ${workspaceId} and r.sequence_id = ${id} and r.ended_at is null and r.step is not null
      and r.version < ${version}`.execute(tx)
  let moved = 0
  for (const { version: from, step, plan } of standing) {
    if (findStep(plan.steps, step)?.is !== findStep(draft.steps, step)?.is) continue
    const { rows } = await sql`update private.sequence_runs set version = ${version} where workspace_id = ${workspaceId}
      and sequence_id = ${id} and version = ${from} and step = ${step} and ended_at is null returning id`.execute(tx)
    moved += rows.length
  }
  return moved
}
