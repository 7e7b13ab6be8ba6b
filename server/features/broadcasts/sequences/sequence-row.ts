import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { SequencePlan, SequenceState, SequenceTrigger } from '#shared/contracts/campaigns/sequences.contract.ts'

export type Sequence = {
  id: string
  name: string
  status: SequenceState
  reason: string | null
  draft: SequencePlan
  version: number
  trigger: SequenceTrigger | null
}

/** @throws request.not_found */
export async function readSequence(tx: Tx, workspaceId: string, id: string, lock = false): Promise<Sequence> {
  const { rows } = await sql<Sequence>`select id, name, status, reason, draft, version, "trigger"
    from sequences where workspace_id = ${workspaceId} and id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(
    tx,
  )
  if (!rows[0]) throw failure('request.not_found')
  return rows[0]
}

/** Older versions are kept while a run or a message may use them. */
export async function forgetVersions(tx: Tx, workspaceId: string, id: string, versions: number): Promise<void> {
  await sql`delete from sequence_versions v where v.workspace_id = ${workspaceId} and v.sequence_id = ${id}
    and v.version <= (select max(version) from sequence_versions where workspace_id = ${workspaceId} and sequence_id = ${id}) - ${versions}::int
    and not exists (select from private.sequence_runs r where r.workspace_id = v.workspace_id and r.sequence_id = v.sequence_id
      and r.version = v.version and (r.ended_at is null or r.send_ref is not null))`.execute(tx)
}

/** null: no limit. The caller locks the workspace, so that two at once do not exceed it. */
export async function sequencesLeft(tx: Tx, workspaceId: string): Promise<number | null> {
  const { rows } = await sql<{ left: number | null }>`select case when s.status in ('expired', 'ended') then 0
      when p.active_sequences is null then null else greatest(p.active_sequences - (select count(*) from sequences
        where workspace_id = ${workspaceId} and status = 'active'), 0) end::float8 as "left"
    from subscriptions s join plans p on p.code = s.plan where s.workspace_id = ${workspaceId}`.execute(tx)
  return rows[0] ? rows[0].left : null
}

/** Names, each once; '' for templates gone with their channel. */
export function withdrawnIn(workspaceId: RawBuilder<unknown>, plan: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<
    string[]
  >`array(select distinct coalesce(t.name, '') from jsonb_path_query(${plan}, '$.**.template.id') used (id)
    left join templates t on t.workspace_id = ${workspaceId} and t.id = (used.id #>> '{}')::uuid
    where t.id is null or t.state <> 'approved')`
}

/** @throws template.not_approved with the names of withdrawn templates */
export async function refuseWithdrawn(
  tx: Tx,
  workspaceId: string,
  { id, version }: Pick<Sequence, 'id' | 'version'>,
): Promise<void> {
  const { rows } = await sql<{
    templates: string[]
  }>`select ${withdrawnIn(sql`v.workspace_id`, sql`v.plan`)} as templates
    from sequence_versions v where v.workspace_id = ${workspaceId} and v.sequence_id = ${id} and v.version = ${version}`.execute(
    tx,
  )
  const templates = rows[0]?.templates ?? []
  if (templates.length > 0) throw failure('template.not_approved', { templates })
}
