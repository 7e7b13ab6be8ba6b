import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { conditionsOf, givenDefinition, type SegmentNode } from '#shared/contracts/customers/segments.contract.ts'

/** Of a query's text, or stored: an imported workspace's may be anything. @throws segment.invalid */
export function readDefinition(given: unknown): SegmentNode {
  const read = givenDefinition.safeParse(given)
  if (read.success) return read.data
  throw failure('segment.invalid', { field: ['definition', ...(read.error.issues[0]?.path ?? [])].join('.') })
}

/** @throws segment.invalid where it names something the shop does not have; what is removed later matches nobody */
export async function requireKnown(tx: Tx, workspaceId: string, definition: SegmentNode): Promise<void> {
  const named = conditionsOf(definition).flatMap((condition): { by: string; id: string }[] => {
    if ('id' in condition) return [{ by: condition.by, id: condition.id }]
    return condition.by === 'assignee' && isUuid(condition.person) ? [{ by: condition.by, id: condition.person }] : []
  })
  const { rows } = await sql<{ by: string }>`
    select g.by from unnest(${named.map(({ by }) => by)}::text[], ${named.map(({ id }) => id)}::uuid[]) as g (by, id)
    where not exists (select from tags where workspace_id = ${workspaceId} and id = g.id and g.by = 'tag')
      and not exists (select from channels where workspace_id = ${workspaceId} and id = g.id and g.by = 'channel')
      and not exists (select from customer_fields where workspace_id = ${workspaceId} and id = g.id and g.by = 'field')
      and not exists (select from members where workspace_id = ${workspaceId} and person_id = g.id and g.by = 'assignee')
      and not exists (select from imports where workspace_id = ${workspaceId} and id = g.id and g.by = 'import')
      and not exists (select from sequences where workspace_id = ${workspaceId} and id = g.id and g.by = 'sequence')
      and not exists (select from broadcasts where workspace_id = ${workspaceId} and id = g.id and g.by in ('got', 'answered'))
    limit 1`.execute(tx)
  if (rows[0]) throw failure('segment.invalid', { field: rows[0].by })
}
