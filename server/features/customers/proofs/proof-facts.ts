import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { DataRequestKind } from '#shared/contracts/customers/data-requests.contract.ts'
import type { ErasedCounts } from '../rights/erased-counts.ts'

type Source = 'member' | 'website' | 'facebook' | 'zalo'

/** Nothing of the person but `masked_who`, and `why`, which goes with their erasure. */
export type ProofFacts = {
  id: string
  shop: string
  zone: string
  customer_id: string | null
  kind: DataRequestKind
  source: Source
  masked_who: string
  came_on: string
  answer_by: string
  due_on: string
  answered_at: Date
  done_at: Date
  outcome: 'done' | 'refused'
  why: string | null
  erased_at: Date | null
  counts: ErasedCounts | null
  restricted_at: Date | null
  consents: number
  withdrawn: number
  copies_made: number
  copies_taken: number
}

/** Of a request that is finished. Copies may have been made before or after the customer was merged. */
export async function readProofFacts(tx: Tx, ws: string, id: string): Promise<ProofFacts | undefined> {
  const { rows } =
    await sql<ProofFacts>`select r.id, w.name as shop, w.time_zone as zone, r.customer_id, r.kind, r.source, r.masked_who,
      r.came_on::text, r.answer_by::text, r.due_on::text, coalesce(r.answered_at, r.done_at) as answered_at, r.done_at, coalesce(r.outcome, 'done') as outcome, r.why,
      coalesce(e.at, cu.erased_at) as erased_at, e.counts, cu.restricted_at,
      (select count(*)::int from consents c where c.workspace_id = r.workspace_id and c.customer_id = r.customer_id) as consents,
      (select count(*)::int from consents c where c.workspace_id = r.workspace_id and c.customer_id = r.customer_id
        and c.event = 'request:' || r.id) as withdrawn,
      (select count(*)::int from audit_log a where a.workspace_id = r.workspace_id and a.target = any (t.targets)
        and a.action = 'customer.export-asked' and a.at between r.created_at and r.done_at) as copies_made,
      (select count(*)::int from audit_log a where a.workspace_id = r.workspace_id and a.target = any (t.targets)
        and a.action = 'customer.export-taken' and a.at between r.created_at and r.done_at) as copies_taken
    from data_requests r join workspaces w on w.id = r.workspace_id
    left join customers cu on cu.workspace_id = r.workspace_id and cu.id = r.customer_id
    left join lateral (select array_agg(m.id::text) as targets from customers m where m.workspace_id = r.workspace_id
      and (m.id in (cu.id, cu.merged_into) or m.merged_into = cu.id)) t on true
    left join lateral (select x.at, x.counts from private.erasures x where x.workspace_id = r.workspace_id
      and (x.customer_id = r.customer_id or r.customer_id = any (x.merged)) order by x.at desc limit 1) e on true
    where r.workspace_id = ${ws} and r.id = ${id} and r.done_at is not null`.execute(tx)
  return rows[0]
}
