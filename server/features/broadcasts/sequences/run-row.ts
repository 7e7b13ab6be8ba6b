import { type Selectable, sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Rows } from '#shared/rows.ts'
import type { SequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { EndReason, RunEvent, StepOutcome } from '#shared/contracts/campaigns/sequences.results.ts'

/** With the plan of its version; `cost`: đồng reserved for its message. */
export type Run = Pick<
  Selectable<Rows['private.sequence_runs']>,
  | ('id' | 'workspace_id' | 'sequence_id' | 'version' | 'customer_id' | 'step' | 'since' | 'entered_at')
  | ('send_ref' | 'message_id' | 'contact_id' | 'cost' | 'sent_at' | 'ended_at')
> & { status: string; plan: SequencePlan }

const columns = sql`r.id, r.workspace_id, r.sequence_id, v.version, r.customer_id, r.step, r.since, r.entered_at, r.send_ref, r.message_id,
  r.contact_id, r.cost::float8, r.sent_at, r.ended_at, s.status, v.plan`

/** undefined if locked by somebody else, or not found */
export async function holdRun(tx: Tx, workspaceId: string, which: ReturnType<typeof sql>, skip: boolean) {
  const { rows } = await sql<Run>`select ${columns} from private.sequence_runs r
    join sequences s on s.workspace_id = r.workspace_id and s.id = r.sequence_id
    join sequence_versions v on v.workspace_id = r.workspace_id and v.sequence_id = r.sequence_id
      and v.version = case when r.step is null then s.version else r.version end
    where r.workspace_id = ${workspaceId} and ${which} for no key update of r ${skip ? sql`skip locked` : sql``}`.execute(
    tx,
  )
  return rows[0]
}

export async function endRuns(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  which: ReturnType<typeof sql>,
  why: EndReason,
): Promise<number> {
  const { rows } = await sql<{ id: string; sequence_id: string; customer_id: string; begun: boolean }>`
    update private.sequence_runs r set ended_at = ${platform.clock.now()}, ended_why = ${why}, next_at = null, reason = null
    where r.workspace_id = ${workspaceId} and r.ended_at is null and ${which}
    returning id, sequence_id, customer_id, step is not null as begun`.execute(tx)
  for (const { id, sequence_id, customer_id, begun } of rows)
    if (begun)
      await platform.jobs.emit(tx, 'sequence.ended', {
        ...{ workspace_id: workspaceId, sequence_id, run_id: id, customer_id, why },
      })
  return rows.length
}

export type Did = { did: StepOutcome; why?: string | null }

export async function moveOn(
  platform: Platform,
  tx: Tx,
  run: Run,
  { did, why = null }: Did,
  next: string | undefined,
  endedWhy: EndReason = 'finished',
): Promise<void> {
  const { id, workspace_id: workspaceId, step } = run
  const now = platform.clock.now()
  const event: RunEvent = { step: step ?? '', did, why, at: now.toISOString() }
  await sql`update private.sequence_runs set path = path || ${JSON.stringify([event])}::jsonb, step = ${next ?? step}, since = null, reason = null,
      next_at = ${now}, message_id = null, send_ref = null, cost = 0
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  if (!next) await endRuns(platform, tx, workspaceId, sql`r.id = ${id}`, endedWhy)
}

export async function waitAtStep(
  tx: Tx,
  { id, workspace_id: workspaceId, since }: Run,
  { until, now, reason = null }: { until: Date; now: Date; reason?: string | null },
): Promise<void> {
  await sql`update private.sequence_runs set since = ${since ?? now}, next_at = ${until}, reason = ${reason}, message_id = null, send_ref = null, cost = 0
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
}
