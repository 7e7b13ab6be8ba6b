import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { SequenceCondition } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { Run } from './run-row.ts'

/** A deleted tag or field is true of nobody. */
export async function holdsNow(tx: Tx, run: Run, condition: SequenceCondition): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${asked(run, condition)} as holds`.execute(tx)
  return rows[0]?.holds === true
}

function asked(
  { workspace_id: workspaceId, customer_id: customerId, sequence_id: sequenceId, sent_at: sentAt, entered_at: at }: Run,
  condition: SequenceCondition,
) {
  const talks = sql`conversations o join contacts k on k.workspace_id = o.workspace_id and k.id = o.contact_id
      and k.workspace_id = ${workspaceId} and k.customer_id = ${customerId}
    join messages m on m.workspace_id = o.workspace_id and m.conversation_id = o.id`
  switch (condition.by) {
    case 'replied':
      return sql`exists (select from ${talks} where m.direction = 'in' and m.created_at > ${sentAt ?? at})`
    case 'read':
      return sql`exists (select from ${talks} where m.origin = 'sequence' and m.origin_id = ${sequenceId} and m.status = 'read'
        and m.created_at >= ${at})`
    case 'tag':
      return sql`exists (select from customer_tags where workspace_id = ${workspaceId} and customer_id = ${customerId} and tag_id = ${condition.id})`
    case 'detail':
      return sql`exists (select from contact_details d where d.workspace_id = ${workspaceId} and d.kind = ${condition.kind}
        and (d.customer_id = ${customerId} or d.contact_id in (select id from contacts where workspace_id = ${workspaceId} and customer_id = ${customerId})))`
    case 'field': {
      const value = sql`fields -> ${condition.id}::text`
      const is = condition.is === null ? sql`is not null` : sql`= ${JSON.stringify(condition.is)}::jsonb`
      return sql`exists (select from customers where workspace_id = ${workspaceId} and id = ${customerId} and ${value} ${is})`
    }
  }
}
