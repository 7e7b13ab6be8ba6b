import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import { withinTimeOf } from '#platform/http/caller-time.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { countedSegment, SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import type { SegmentCount } from '#shared/contracts/customers/segments.results.ts'
import { refuseTimeout } from '../refuse-timeout.ts'
import { areListed } from './segment-customers.ts'
import { zoneOf } from '../zone-of.ts'
import { readDefinition } from './read-definition.ts'

/** @throws segment.invalid, segment.too_slow after two seconds, request.not_found */
export async function countSegment(
  platform: Platform,
  caller: Caller,
  { segment, definition: given }: z.output<typeof countedSegment>,
): Promise<SegmentCount> {
  const { workspaceId } = caller
  const definition = segment ? await savedDefinition(platform, workspaceId, segment) : requireGiven(given)
  const counted = await countIn(platform, caller, definition)
  if (segment)
    await platform.db.asService(workspaceId, tx =>
      sql`update segments set count = ${counted.count}, counted_at = ${platform.clock.now()}
        where workspace_id = ${workspaceId} and id = ${segment}`.execute(tx),
    )
  return counted
}

function requireGiven(given: SegmentNode | undefined): SegmentNode {
  if (!given) throw failure('segment.invalid', { field: 'definition' })
  return given
}

/** @throws request.not_found */
export async function savedDefinition(platform: Platform, workspaceId: string, id: string): Promise<SegmentNode> {
  const [saved] = await platform.db.readAsService(
    sql<{ definition: unknown }>`select definition from segments where workspace_id = ${workspaceId} and id = ${id}`,
  )
  if (!saved) throw failure('request.not_found')
  return readDefinition(saved.definition)
}

async function countIn(platform: Platform, caller: Caller, definition: SegmentNode): Promise<SegmentCount> {
  const { workspaceId, personId } = caller
  const asked = { workspaceId, now: platform.clock.now(), zone: await zoneOf(platform, workspaceId) }
  // Materialized, or the planner may read all customers in the order of their ids, one row here and one there, to merge them with consents.
  const counts = sql<SegmentCount>`with meant as materialized (select cu.id from customers cu where ${areListed(asked, definition)})
    select count(*)::int as count, count(*) filter (where s.given)::int as given,
      count(*) filter (where s.refused and not s.given)::int as refused,
      count(*) filter (where (s.given or s.refused) is not true)::int as none
    from meant left join (
      select customer_id, bool_or(state = 'given') as given, bool_or(state in ('refused', 'withdrawn')) as refused
      from consent_states where workspace_id = ${workspaceId} and purpose = 'promotion' group by customer_id
    ) s on s.customer_id = meant.id`
  const [row] = await refuseTimeout(withinTimeOf(platform, personId, () => platform.db.readAsService(counts)))
  if (!row) throw new Error('A segment could not be counted.')
  return row
}
