import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import { failure } from '#platform/errors.ts'
import type { SequencePlan, SequenceState, SequenceTrigger } from '#shared/contracts/sequences.contract.ts'

/** A row of `sequences`. */
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

/** How many more a shop may have at work; null: as many as it likes. The caller holds the workspace, so that two at once do not pass it. */
export async function roomForSequences(tx: Tx, workspaceId: string): Promise<number | null> {
  const { rows } = await sql<{ room: number | null }>`select case when s.status in ('expired', 'ended') then 0
      when p.active_sequences is null then null else greatest(p.active_sequences - (select count(*) from sequences
        where workspace_id = ${workspaceId} and status = 'active'), 0) end::float8 as room
    from subscriptions s join plans p on p.code = s.plan where s.workspace_id = ${workspaceId}`.execute(tx)
  return rows[0] ? rows[0].room : null
}
