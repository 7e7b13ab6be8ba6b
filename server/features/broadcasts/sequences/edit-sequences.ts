import { sql } from 'kysely'
import { monthOf } from '#features/workspaces/month-of.ts'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import { storableText } from '#platform/text/storable-text.ts'
import type {
  changedSequence,
  newSequence,
  SequencePlan,
  SequenceStep,
} from '#shared/contracts/campaigns/sequences.contract.ts'
import type { ListedSequence, OneSequence } from '#shared/contracts/campaigns/sequences.results.ts'
import { languages } from '#shared/words.ts'
import { highestEstimate } from '../marketing/marketing-facts.ts'
import { readSequence, withdrawnIn } from './sequence-row.ts'

const maxSequences = 200
const maxEnded = 300

/** Every plan has one; until it is published, the draft's. */
const trigger = sql`coalesce(s."trigger", s.draft -> 'trigger')`
const listed = sql`s.id, s.name, s.status, s.reason, s.version, ${trigger} as "trigger", s.changed_at,
  v.plan is distinct from s.draft and s.version > 0 as changed, ${withdrawnIn(sql`s.workspace_id`, sql`v.plan`)} as withdrawn,
  (select count(*)::int from private.sequence_runs r where r.workspace_id = s.workspace_id and r.sequence_id = s.id and r.ended_at is null) as inside,
  (select count(*)::int from private.sequence_runs r where r.workspace_id = s.workspace_id and r.sequence_id = s.id and r.ended_why = 'finished') as finished,
  (select count(*)::int from private.sequence_runs r where r.workspace_id = s.workspace_id and r.sequence_id = s.id and r.ended_why = 'goal') as reached_goal`
const from = sql`sequences s left join sequence_versions v on v.workspace_id = s.workspace_id and v.sequence_id = s.id and v.version = s.version`

export async function listSequences(
  platform: Platform,
  { workspaceId }: Caller,
): Promise<{ sequences: WithDates<ListedSequence, 'changed_at'>[] }> {
  const sequences = await platform.db.readAsService(
    sql<
      WithDates<ListedSequence, 'changed_at'>
    >`select ${listed} from ${from} where s.workspace_id = ${workspaceId} and ${trigger} is not null order by s.created_at desc, s.id`,
  )
  return { sequences }
}

/** @throws request.not_found */
export async function oneSequence(
  platform: Platform,
  { workspaceId }: Caller,
  { id }: { id: string },
): Promise<WithDates<OneSequence, 'changed_at'>> {
  const [row] = await platform.db.readAsService(
    sql<
      WithDates<OneSequence, 'changed_at'>
    >`select ${listed}, s.draft as plan, ${withdrawnIn(sql`s.workspace_id`, sql`s.draft`)} as draft_withdrawn, s.max_month::float8,
        ${highestEstimate(sql`s.workspace_id`)} as marketing_each, coalesce((select p.spent from private.sequence_spending p
        join workspaces w on w.id = p.workspace_id where p.workspace_id = s.workspace_id and p.sequence_id = s.id
          and p.month = ${monthOf(platform.clock.now())}), 0)::float8 as spent_month
      from ${from} where s.workspace_id = ${workspaceId} and s.id = ${id} and ${trigger} is not null`,
  )
  if (!row) throw failure('request.not_found')
  return row
}

/** @throws request.too_many */
export async function makeSequence(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { name, plan }: z.output<typeof newSequence>,
): Promise<{ id: string }> {
  const now = platform.clock.now()
  const id = newId()
  await platform.db.asService(workspaceId, async tx => {
    // Locks the workspace, so that two created at once do not exceed the limit.
    await sql`select 1 from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from sequences
      where workspace_id = ${workspaceId} and status <> 'ended'`.execute(tx)
    if ((rows[0]?.count ?? 0) >= maxSequences) throw failure('request.too_many')
    await sql`delete from sequences where workspace_id = ${workspaceId} and id in (select id from sequences
      where workspace_id = ${workspaceId} and status = 'ended' order by ended_at desc, id offset ${maxEnded} limit 2)`.execute(
      tx,
    )
    await sql`insert into sequences (id, workspace_id, name, draft, created_by, created_at, changed_at)
      values (${id}, ${workspaceId}, ${storableText(name)}, ${JSON.stringify(cleanPlan(plan))}::jsonb, ${personId}, ${now}, ${now})`.execute(
      tx,
    )
  })
  return { id }
}

/**
 * Runs inside follow the published version.
 * @throws sequence.over, request.not_found
 */
export async function changeSequence(
  platform: Platform,
  { workspaceId }: Caller,
  { id, name, plan }: { id: string } & z.output<typeof changedSequence>,
): Promise<{ id: string }> {
  await platform.db.asService(workspaceId, async tx => {
    await held(tx, workspaceId, id)
    const written = plan ? JSON.stringify(cleanPlan(plan)) : null
    await sql`update sequences set name = coalesce(${name === undefined ? null : storableText(name)}, name),
        draft = coalesce(${written}::jsonb, draft), changed_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  })
  return { id }
}

/** @throws sequence.published, request.not_found */
export async function removeSequence(platform: Platform, { workspaceId }: Caller, { id }: { id: string }) {
  await platform.db.asService(workspaceId, async tx => {
    const { version } = await readSequence(tx, workspaceId, id, true)
    if (version > 0) throw failure('sequence.published')
    await sql`delete from sequences where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  })
  return {}
}

async function held(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const { status } = await readSequence(tx, workspaceId, id, true)
  if (status === 'ended') throw failure('sequence.over')
}

function cleanPlan(plan: SequencePlan): SequencePlan {
  return { ...plan, steps: plan.steps.map(cleanStep) }
}

function cleanStep(step: SequenceStep): SequenceStep {
  if (step.is === 'branch') return { ...step, yes: step.yes.map(cleanStep), no: step.no.map(cleanStep) }
  if (step.is === 'field' && typeof step.value === 'string') return { ...step, value: storableText(step.value) }
  if (step.is !== 'message') return step
  const stored = languages.flatMap(language => {
    const text = storableText(step.texts[language] ?? '')
    return text ? [[language, text] as const] : []
  })
  const { template } = step
  const values = Object.entries(template?.values ?? {}).map(([name, value]) => [name, storableText(value)] as const)
  const filled = Object.fromEntries(values.filter(([, value]) => value !== ''))
  return {
    ...step,
    texts: Object.fromEntries(stored),
    ...(template && { template: { id: template.id, values: filled } }),
  }
}
