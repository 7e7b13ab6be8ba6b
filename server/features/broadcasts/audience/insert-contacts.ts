import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import type { ContactFacts } from './contact-facts.ts'

/** @returns those whose number belongs to somebody else: nobody gets it twice */
export async function insertContacts(
  tx: Tx,
  workspaceId: string,
  people: readonly ContactFacts[],
  now: Date,
): Promise<Set<string>> {
  const fresh = people.filter(({ known }) => !known)
  if (fresh.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into contacts (id, workspace_id, channel_id, external_id, name, language, customer_id, created_at)
    select contact_id, ${workspaceId}, channel_id, external_id, name, language, customer_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
      as f (contact_id uuid, channel_id uuid, external_id text, name text, language text, customer_id uuid)
    on conflict (workspace_id, channel_id, external_id) do nothing returning id`.execute(tx)
  const made = new Set(rows.map(row => row.id))
  return new Set(fresh.map(one => one.contact_id).filter(id => !made.has(id)))
}
