import { sql } from 'kysely'
import { readChannelNames } from '#features/channels/read-channel-name.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'

type Part = { name: string; rows: (workspaceId: string, id: string) => ReturnType<typeof sql<Record<string, unknown>>> }

const contactsOf = (workspaceId: string, id: string) =>
  sql`select id from contacts where workspace_id = ${workspaceId} and customer_id = ${id}`
const allOf = (workspaceId: string, id: string) =>
  sql`select id from customers where workspace_id = ${workspaceId} and (id = ${id} or merged_into = ${id})`
export const talksOf = (workspaceId: string, id: string) =>
  sql`select id from conversations where workspace_id = ${workspaceId} and contact_id in (${contactsOf(workspaceId, id)})`

const parts: Part[] = [
  {
    name: 'customer',
    rows: (ws, id) => sql`select cu.name, cu.language, cu.created_at, i.file_name as from_list from customers cu
      left join imports i on i.workspace_id = cu.workspace_id and i.id = cu.import_id where cu.workspace_id = ${ws} and cu.id = ${id}`,
  },
  {
    name: 'contacts',
    rows: (
      ws,
      id,
    ) => sql`select h.kind as channel, h.id::text as account, c.external_id, c.name, c.language, c.fields, c.verified, c.created_at,
      c.last_seen_at from contacts c join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
      where c.workspace_id = ${ws} and c.customer_id = ${id} order by c.created_at`,
  },
  {
    name: 'details',
    rows: (ws, id) => sql`select kind, value, created_at from contact_details where workspace_id = ${ws}
      and (customer_id in (${allOf(ws, id)}) or contact_id in (${contactsOf(ws, id)})) order by created_at`,
  },
  {
    name: 'consents',
    rows: (
      ws,
      id,
    ) => sql`select c.at, h.kind as channel, h.id::text as account, c.purpose, c.act, c.how, c.words, c.proof
      from consents c left join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
      where c.workspace_id = ${ws} and c.customer_id in (${allOf(ws, id)}) order by c.at, c.id`,
  },
  {
    name: 'followed_links',
    rows: (
      ws,
      id,
    ) => sql`select k.clicked_at as at, l.target as link, b.name as message from private.broadcast_recipients r
      join private.link_codes k on k.recipient_id = r.id join private.campaign_links l on l.workspace_id = k.workspace_id and l.id = k.link_id
      join broadcasts b on b.workspace_id = r.workspace_id and b.id = r.broadcast_id
      where r.workspace_id = ${ws} and k.clicked_at is not null and r.customer_id in (
        select m.id from customers m where m.workspace_id = ${ws} and (m.id = ${id} or m.merged_into = ${id})) order by 1`,
  },
  {
    name: 'subscriptions',
    rows: (
      ws,
      id,
    ) => sql`select h.kind as channel, h.id::text as account, s.status, s.expires_at, s.reported_at as since from private.subscriptions s
      join channels h on h.workspace_id = s.workspace_id and h.id = s.channel_id
      where s.workspace_id = ${ws} and s.contact_id in (${contactsOf(ws, id)}) order by s.reported_at`,
  },
  {
    name: 'intents',
    rows: (
      ws,
      id,
    ) => sql`select kind, state, what, said_when, how_many, customer_name, phone, address, created_at, settled_at
      from intents where workspace_id = ${ws} and conversation_id in (${talksOf(ws, id)}) order by created_at, id`,
  },
  {
    name: 'unanswered',
    rows: (ws, id) => sql`select text, asked_at from unanswered_asks where workspace_id = ${ws}
      and conversation_id in (${talksOf(ws, id)}) order by asked_at, id`,
  },
  {
    name: 'notes',
    rows: (ws, id) => sql`select text, created_at from notes where workspace_id = ${ws}
      and conversation_id in (${talksOf(ws, id)}) order by created_at`,
  },
  {
    name: 'tags',
    rows: (ws, id) => sql`select t.name from tags t where t.workspace_id = ${ws} and t.id in (
        select tag_id from conversation_tags where workspace_id = ${ws} and conversation_id in (${talksOf(ws, id)})
        union select tag_id from customer_tags where workspace_id = ${ws} and customer_id in (${allOf(ws, id)})) order by 1`,
  },
  {
    name: 'fields',
    rows: (ws, id) => sql`select f.name, cu.fields -> f.id::text as value from customers cu
      join customer_fields f on f.workspace_id = cu.workspace_id and cu.fields ? f.id::text
      where cu.workspace_id = ${ws} and cu.id = ${id} order by 1`,
  },
  {
    name: 'campaigns',
    rows: (ws, id) => sql`select b.name, b.purpose, r.route, r.state, r.reason, r.sent_at, r.answered_at, r.refused
      from private.broadcast_recipients r join broadcasts b on b.workspace_id = r.workspace_id and b.id = r.broadcast_id
      where r.workspace_id = ${ws} and r.customer_id in (${allOf(ws, id)}) order by coalesce(r.sent_at, r.due_at), r.id`,
  },
  {
    name: 'sequences',
    rows: (
      ws,
      id,
    ) => sql`select s.name, r.version, r.entered_at, r.entered_by, r.step, r.reason, r.path, r.ended_at, r.ended_why
      from private.sequence_runs r join sequences s on s.workspace_id = r.workspace_id and s.id = r.sequence_id
      where r.workspace_id = ${ws} and r.customer_id in (${allOf(ws, id)}) order by r.entered_at, r.id`,
  },
  {
    name: 'asked_for_consent',
    rows: (ws, id) => sql`select a.at, a.words, a.version, a.language from private.consent_asks a
      where a.workspace_id = ${ws} and a.contact_id in (${contactsOf(ws, id)}) order by a.at, a.id`,
  },
  {
    name: 'requests',
    rows: (
      ws,
      id,
    ) => sql`select kind, who, note, came_on::text as came_on, answer_by::text as answer_by, due_on::text as due_on,
        answered_at, done_at, outcome, why, lifted_at, lifted_why
      from data_requests where workspace_id = ${ws} and customer_id in (${allOf(ws, id)}) order by came_on, id`,
  },
]

/** Messages per query: a statement of the embedded database has six seconds. */
const inOneGo = 2000

export async function gatherCustomer(
  { config }: Platform,
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<Record<string, unknown>> {
  const gathered: Record<string, unknown> = {}
  const accounts = await readChannelNames(config, tx, workspaceId)
  for (const { name, rows } of parts) {
    const found = (await rows(workspaceId, id).execute(tx)).rows
    gathered[name] = found.map(row =>
      typeof row['account'] === 'string' ? { ...row, account: accounts.get(row['account']) ?? null } : row,
    )
  }
  return gathered
}

export type ExportedMessage = {
  id: string
  conversation_id: string
  created_at: Date
  direction: string
  author: string
  text: string
  deleted_at: Date | null
  purpose: string | null
  template: unknown
  attachments: { id?: string; status?: string; [more: string]: unknown }[]
}

export async function pageOfMessages(
  tx: Tx,
  workspaceId: string,
  id: string,
  after: string | undefined,
): Promise<{ messages: ExportedMessage[]; next: string | undefined }> {
  const { rows } =
    await sql<ExportedMessage>`select m.id, m.conversation_id, m.created_at, m.direction, m.author, m.text, m.deleted_at, m.purpose, m.template,
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', a -> 'id', 'type', a -> 'type', 'name', a -> 'name',
          'title', a -> 'title', 'text', a -> 'text', 'url', a -> 'url', 'recognised', a -> 'recognised', 'status', a -> 'status',
          'latitude', a -> 'latitude', 'longitude', a -> 'longitude'))), '[]')
        from jsonb_array_elements(m.attachments) a) as attachments
    from messages m where m.workspace_id = ${workspaceId} and m.conversation_id in (${talksOf(workspaceId, id)})
      and (${after ?? null}::uuid is null or m.id > ${after ?? null}::uuid) order by m.id limit ${inOneGo}`.execute(tx)
  return { messages: rows, next: rows.length === inOneGo ? rows.at(-1)?.id : undefined }
}
