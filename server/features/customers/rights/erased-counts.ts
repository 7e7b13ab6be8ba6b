import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

/** What is erased of a customer, by kind; the document about a request says how much of each. */
export const erasedKinds = [
  'conversations',
  'messages',
  'files',
  'accounts',
  'details',
  'fields',
  'notes',
  'tags',
  'intents',
  'questions',
  'campaigns',
  'copies',
] as const
export type ErasedKind = (typeof erasedKinds)[number]
export type ErasedCounts = Partial<Record<ErasedKind, number>>

/** Before anything is erased. An erasure that continues after a crash finds less: the larger number stays. */
export async function saveErasedCounts(tx: Tx, ws: string, id: string): Promise<void> {
  const they = sql`select id from customers where workspace_id = ${ws} and (id = ${id} or merged_into = ${id})`
  const contacts = sql`select id from contacts where workspace_id = ${ws} and customer_id = ${id}`
  const talks = sql`select id from conversations where workspace_id = ${ws} and contact_id in (${contacts})`
  const { rows } = await sql<ErasedCounts>`select
    (select count(*)::int from (${talks}) t) as conversations,
    (select count(*)::int from messages where workspace_id = ${ws} and conversation_id in (${talks})) as messages,
    (select count(*)::int from messages m cross join jsonb_array_elements(m.attachments) a
      where m.workspace_id = ${ws} and m.conversation_id in (${talks}) and m.attachments <> '[]' and m.origin is null and a ? 'file')
      + (select count(*)::int from contacts where workspace_id = ${ws} and customer_id = ${id} and avatar is not null) as files,
    (select count(*)::int from (${contacts}) c) as accounts,
    (select count(*)::int from contact_details where workspace_id = ${ws}
      and (customer_id in (${they}) or contact_id in (${contacts}))) as details,
    (select count(*)::int from customers cu cross join jsonb_object_keys(cu.fields) where cu.workspace_id = ${ws} and cu.id in (${they})) as fields,
    (select count(*)::int from notes where workspace_id = ${ws} and conversation_id in (${talks})) as notes,
    (select count(*)::int from customer_tags where workspace_id = ${ws} and customer_id in (${they}))
      + (select count(*)::int from conversation_tags where workspace_id = ${ws} and conversation_id in (${talks})) as tags,
    (select count(*)::int from intents where workspace_id = ${ws} and conversation_id in (${talks})) as intents,
    (select count(*)::int from unanswered_asks where workspace_id = ${ws} and conversation_id in (${talks})) as questions,
    (select count(*)::int from private.broadcast_recipients where workspace_id = ${ws} and customer_id in (${they}))
      + (select count(*)::int from private.sequence_runs where workspace_id = ${ws} and customer_id in (${they})) as campaigns,
    (select count(*)::int from private.customer_exports where workspace_id = ${ws} and customer_id in (${they})) as copies`.execute(
    tx,
  )
  await sql`update private.erasures e set counts = (select jsonb_object_agg(kind, amount) from (
      select kind, max(amount) as amount from (
        select key as kind, value::int as amount from jsonb_each_text(e.counts)
        union all select key, value::int from jsonb_each_text(${JSON.stringify(rows[0] ?? {})}::jsonb)) both_of
      group by kind) largest)
    where e.workspace_id = ${ws} and e.customer_id = ${id}`.execute(tx)
}
