import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'

/** Notifies admins if an active sequence, or a version somebody is still in, uses it. Sequences are not paused: other steps still work. */
export async function handleTemplateOfSteps(
  platform: Platform,
  tx: Tx,
  { workspace_id: workspaceId, template_id: templateId, state, was }: EventCatalogue['template.changed'],
): Promise<void> {
  if (state === 'approved' || was !== 'approved') return
  const { rows } = await sql<{
    id: string
  }>`select s.id from sequences s where s.workspace_id = ${workspaceId} and s.status = 'active'
    and exists (select from sequence_versions v where v.workspace_id = s.workspace_id and v.sequence_id = s.id
      and position(${templateId}::text in v.plan::text) > 0
      and (v.version = s.version or exists (select from private.sequence_runs r where r.workspace_id = v.workspace_id
        and r.sequence_id = v.sequence_id and r.version = v.version and r.ended_at is null)))
    order by s.id`.execute(tx)
  for (const { id } of rows)
    await platform.jobs.emit(tx, 'sequence.template-withdrawn', {
      ...{ workspace_id: workspaceId, sequence_id: id, template_id: templateId },
    })
}
