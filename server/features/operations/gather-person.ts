import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'

type Person = { id: string; leftOut: string[] }
type Part = { name: string; rows: (person: Person) => ReturnType<typeof sql<Record<string, unknown>>> }

const parts: Part[] = [
  {
    name: 'account',
    rows: ({
      id,
    }) => sql`select id, email, email_verified, full_name, phone, notification_email, notification_email_verified,
      language, status, joined_at, last_login_at from people where id = ${id}`,
  },
  {
    name: 'workspaces',
    rows: ({
      id,
    }) => sql`select w.id, w.name, m.role, m.status, m.name as shown_as, m.email as shown_email, m.invited_at, m.joined_at
      from members m join workspaces w on w.id = m.workspace_id
      where m.person_id = ${id} and w.deleted_at is null order by m.joined_at`,
  },
  {
    name: 'notification_settings',
    rows: ({ id }) =>
      sql`select kind, in_app, email, updated_at from notification_settings where person_id = ${id} order by kind`,
  },
  {
    name: 'notifications',
    rows: ({ id, leftOut }) => sql`select kind, workspace_id, data, created_at, read_at, mailed_at from notifications
      where person_id = ${id} and not coalesce(workspace_id = any (${leftOut}::uuid[]), false) order by created_at`,
  },
  {
    name: 'passkeys',
    rows: ({ id }) => sql`select friendly_name, aaguid, backed_up, created_at, last_used_at from auth.passkeys
      where user_id = ${id} order by created_at`,
  },
  {
    name: 'security_log',
    rows: ({ id }) => sql`select at, action, workspace_id, ip from audit_log
      where target = ${id} and action like 'person.%' and workspace_id in (${workspacesOf(id, [])}) order by at`,
  },
  {
    name: 'deeds',
    rows: ({ id, leftOut }) => sql`select at, action, workspace_id, target from audit_log
      where actor = ${id} and action not like 'person.%' and workspace_id in (${workspacesOf(id, leftOut)}) order by at`,
  },
  {
    name: 'replies',
    rows: ({ id, leftOut }) => sql`select workspace_id, conversation_id, text, created_at from messages
      where member_id = ${id} and author = 'member' and deleted_at is null and workspace_id in (${workspacesOf(id, leftOut)})
      order by created_at limit 100000`,
  },
  {
    name: 'notes',
    rows: ({ id, leftOut }) => sql`select workspace_id, conversation_id, text, created_at from notes
      where author_id = ${id} and workspace_id in (${workspacesOf(id, leftOut)}) order by created_at`,
  },
]

/** In workspaces they left, their messages belong to the shop. */
function workspacesOf(personId: string, leftOut: string[]) {
  return sql`select workspace_id from members where person_id = ${personId} and status = 'active'
    and not workspace_id = any (${leftOut}::uuid[])`
}

/** @param person `leftOut`: workspaces of which nothing but the membership and the person's own sign-ins is gathered */
export async function gatherPerson(tx: Tx, person: Person): Promise<Record<string, unknown[]>> {
  const gathered: Record<string, unknown[]> = { left_out: person.leftOut }
  for (const { name, rows } of parts) gathered[name] = (await rows(person).execute(tx)).rows
  return gathered
}
