import { sql } from 'kysely'
import type { z } from 'zod'
import { renameContact } from '#features/inbox/profile/change-customer.ts'
import { editConflict } from '#features/inbox/conversations/edit-conflict.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { retryDeadlock } from '#platform/sql/retry-deadlock.ts'
import type { editedCustomer, FieldKind } from '#shared/contracts/customers/customer-fields.contract.ts'
import type { Language } from '#shared/words.ts'
import { storableLine } from '#platform/text/storable-text.ts'
import { type FieldValue, fieldValue } from './fields/field-value.ts'

type Edit = { id: string } & z.output<typeof editedCustomer>
type Known = { version: number; edited_by: string | null; edited_at: Date | null }
export type Edited = { name: string; language: Language | null; fields: Record<string, FieldValue>; version: number }

/** @throws inbox.changed_meanwhile if changed after `version` was read; request.invalid for a value of another kind */
export async function editCustomer(
  platform: Platform,
  { workspaceId, personId }: Caller,
  input: Edit,
): Promise<Edited> {
  const name = input.name && storableLine(input.name)
  return retryDeadlock(() =>
    platform.db.asService(workspaceId, async tx => {
      if (name !== undefined) await renameContacts(platform, tx, workspaceId, input.id, name)
      const { rows } = await sql<Known>`select version, edited_by, edited_at from customers
      where workspace_id = ${workspaceId} and id = ${input.id} and merged_into is null and erased_at is null for no key update`.execute(
        tx,
      )
      const [known] = rows
      if (!known) throw failure('request.not_found')
      if (input.version !== undefined && input.version !== known.version)
        throw editConflict({ version: known.version, by: known.edited_by, at: known.edited_at })
      const { values, gone } = await valuesIn(tx, workspaceId, input.fields ?? {})
      const { rows: edited } = await sql<Edited>`update customers set name = coalesce(${name ?? null}, name),
        language = case when ${input.language !== undefined} then ${input.language ?? null} else language end,
        fields = (fields - ${gone}::text[]) || ${JSON.stringify(values)}::jsonb,
        version = version + 1, edited_by = ${personId}, edited_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${input.id} returning name, language, fields, version`.execute(tx)
      if (!edited[0]) throw failure('request.not_found')
      return edited[0]
    }),
  )
}

/** Lock order: conversations, contacts, customer. */
async function renameContacts(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  id: string,
  name: string,
): Promise<void> {
  const theirs = sql`select id from contacts where workspace_id = ${workspaceId} and customer_id = ${id}`
  await sql`select from conversations where workspace_id = ${workspaceId} and contact_id in (${theirs})
    order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: string }>`${theirs} order by id for no key update`.execute(tx)
  for (const contact of rows) await renameContact(platform, tx, workspaceId, contact.id, name)
}

async function valuesIn(
  tx: Tx,
  workspaceId: string,
  given: NonNullable<Edit['fields']>,
): Promise<{ values: Record<string, FieldValue>; gone: string[] }> {
  const ids = Object.keys(given)
  const stored: Record<string, FieldValue> = {}
  if (ids.length === 0) return { values: stored, gone: [] }
  const { rows } = await sql<{
    id: string
    kind: FieldKind
    choices: string[]
  }>`select id, kind, choices from customer_fields
    where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])`.execute(tx)
  for (const id of ids) {
    const field = rows.find(row => row.id === id.toLowerCase())
    const value = field && given[id] !== null ? fieldValue(field, given[id]) : undefined
    if (!field || (value === undefined && given[id] !== null))
      throw failure('request.invalid', { fields: [{ path: `fields.${id}`, problem: field ? field.kind : 'unknown' }] })
    if (value !== undefined) stored[field.id] = value
  }
  return { values: stored, gone: rows.map(row => row.id).filter(id => !(id in stored)) }
}
