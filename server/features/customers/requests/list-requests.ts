import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { Platform } from '#platform/platform.ts'
import type { dataRequestsQuery } from '#shared/contracts/customers/data-requests.contract.ts'
import type { DataRequest } from '#shared/contracts/customers/data-requests.results.ts'

type Row = WithDates<DataRequest, 'answered_at' | 'done_at' | 'lifted_at' | 'created_at'>

export async function listRequests(
  platform: Platform,
  { workspaceId }: Caller,
  { open, after, limit }: z.output<typeof dataRequestsQuery>,
): Promise<{ requests: Row[]; next: string | null }> {
  const rows = await platform.db.readAsService<Row>(sql`
    select id, customer_id, kind, who, note, came_on::text, answer_by::text, due_on::text, answered_at, done_at, outcome, why,
      source, conversation_id, recorded_by, settled_by, created_at, lifted_at, lifted_by, lifted_why, proof
    from data_requests where workspace_id = ${workspaceId} ${open ? sql`and done_at is null` : sql``}
      and (${after ?? null}::uuid is null or (created_at, id) < (select created_at, id from data_requests
        where workspace_id = ${workspaceId} and id = ${after ?? null}))
    order by created_at desc, id desc limit ${limit + 1}`)
  const requests = rows.slice(0, limit)
  return { requests, next: rows.length > limit ? (requests.at(-1)?.id ?? null) : null }
}
