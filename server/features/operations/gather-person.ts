import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

type Part = { name: string; rows: (personId: string) => ReturnType<typeof sql<Record<string, unknown>>> }

const parts: Part[] = [
  {
    name: 'account',
    rows: id => sql`select id, email, email_verified, full_name, phone, notification_email, notification_email_verified,
      language, status, joined_at, last_login_at from people where id = ${id}`,
  },
  {
    name: 'workspaces',
    rows: id => sql`select w.id, w.name, m.role, m.status, m.name as shown_as, m.email as shown_email, m.invited_at, m.joined_at
      from members m join workspaces w on w.id = m.workspace_id
      where m.person_id = ${id} and w.deleted_at is null order by m.joined_at`,
  },
  {
    name: 'notification_settings',
    rows: id =>
      sql`select kind, in_app, email, updated_at from notification_settings where person_id = ${id} order by kind`,
  },
  {
    name: 'notifications',
    rows: id => sql`select kind, workspace_id, data, created_at, read_at, mailed_at from notifications
      where person_id = ${id} order by created_at`,
  },
  {
    name: 'security_log',
    rows: id => sql`select at, action, workspace_id, ip from audit_log
      where target = ${id} and action like 'person.%' and workspace_id in (${workspacesOf(id)}) order by at`,
  },
  {
    name: 'deeds',
    rows: id => sql`select at, action, workspace_id, target from audit_log
      where actor = ${id} and action not like 'person.%' and workspace_id in (${workspacesOf(id)}) order by at`,
  },
  {
    name: 'replies',
    rows: id => sql`select workspace_id, conversation_id, text, created_at from messages
      where member_id = ${id} and author = 'member' and deleted_at is null and workspace_id in (${workspacesOf(id)})
      order by created_at limit 100000`,
  },
  {
    name: 'notes',
    rows: id => sql`select workspace_id, conversation_id, text, created_at from notes
      where author_id = ${id} and workspace_id in (${workspacesOf(id)}) order by created_at`,
  },
]

/** In workspaces they left, their messages belong to the shop. */
function workspacesOf(personId: string) {
  return sql`select workspace_id from members where person_id = ${personId} and status = 'active'`
}

export async function gatherPerson(tx: Tx, personId: string): Promise<Record<string, unknown[]>> {
  const gathered: Record<string, unknown[]> = {}
  for (const { name, rows } of parts) gathered[name] = (await rows(personId).execute(tx)).rows
  return gathered
}
