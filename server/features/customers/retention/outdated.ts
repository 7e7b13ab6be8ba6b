import { type RawBuilder, sql } from 'kysely'

/** Data that an open request is about, also one of somebody merged into the customer, and restricted data stay until that is settled. */
function held(ws: string, customerId: RawBuilder<unknown>) {
  return sql`(exists (select from customers p join data_requests r on r.workspace_id = ${ws} and r.customer_id = p.id and r.done_at is null
      where p.workspace_id = ${ws} and (p.id = ${customerId} or p.merged_into = ${customerId}))
    or exists (select from customers h where h.workspace_id = ${ws} and h.id = ${customerId} and h.restricted_at is not null))`
}

/** Of alias `v`. The dry run and the job ask the same. */
export function outdatedConversation(ws: string, before: Date): RawBuilder<boolean> {
  return sql<boolean>`(v.workspace_id = ${ws} and v.last_message_at < ${before}
    and not ${held(ws, sql`(select k.customer_id from contacts k where k.workspace_id = ${ws} and k.id = v.contact_id)`)})`
}

/** Of alias `m`. Pictures of campaigns are shared, and stay with them. */
export function outdatedFiles(ws: string, before: Date): RawBuilder<boolean> {
  return sql<boolean>`(m.workspace_id = ${ws} and m.created_at < ${before} and m.origin is null and m.attachments @> '[{"status": "copied"}]'
    and not ${held(
      ws,
      sql`(select k.customer_id from conversations v join contacts k on k.workspace_id = v.workspace_id and k.id = v.contact_id
      where v.workspace_id = ${ws} and v.id = m.conversation_id)`,
    )})`
}

/** Of alias `cu`: who has no conversation (any more). */
export function outdatedCustomer(ws: string, before: Date): RawBuilder<boolean> {
  return sql<boolean>`(cu.workspace_id = ${ws} and coalesce(cu.last_seen_at, cu.created_at) < ${before} and cu.created_at < ${before}
    and cu.erased_at is null and cu.merged_into is null and not ${held(ws, sql`cu.id`)}
    and not exists (select from contacts k join conversations t on t.workspace_id = k.workspace_id and t.contact_id = k.id
      where k.workspace_id = ${ws} and k.customer_id = cu.id))`
}

/** Of alias `q`. What still holds messages back is known by its request alone. */
export function outdatedRequest(ws: string, before: Date): RawBuilder<boolean> {
  return sql<boolean>`(q.workspace_id = ${ws} and q.done_at < ${before}
    and not (q.kind in ('restrict', 'object') and q.outcome is distinct from 'refused' and q.lifted_at is null
      and exists (select from customers h where h.workspace_id = ${ws} and h.id = q.customer_id and h.erased_at is null and h.restricted_at is not null)))`
}

export function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now)
  day.setUTCMonth(day.getUTCMonth() - months)
  // 31 March less one month is no 3 March.
  if (day.getUTCDate() !== now.getUTCDate()) day.setUTCDate(0)
  return day
}
