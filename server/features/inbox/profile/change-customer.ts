import type { CustomerDetailKind } from '#shared/contracts/customers/customer.contract.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type changedCustomer, customerDetailKinds } from '#shared/contracts/customers/customer.contract.ts'
import { detectContacts } from '#shared/rules/contacts/contact-info.ts'
import { storableLine } from '#platform/text/storable-text.ts'
import { newestOf } from '../arrivals/newest.ts'
import { editConflict } from '../conversations/edit-conflict.ts'
import { lockCustomersConversations } from '../conversations/lock-conversation.ts'

type Change = { id: string } & z.output<typeof changedCustomer>
type Contact = { id: string; name: string; version: number; edited_by: string | null; edited_at: Date | null }

export type CustomerChanged = {
  name: string
  version: number
  added: string[]
  removed: { kind: CustomerDetailKind; value: string }[]
}

/** @throws inbox.changed_meanwhile */
export async function changeCustomer(platform: Platform, caller: Caller, input: Change): Promise<CustomerChanged> {
  const { workspaceId } = caller
  const wanted = input.add.map(({ kind, value }) => cleanDetail(kind, value))
  const name = input.name && storableLine(input.name)
  return platform.db.asService(workspaceId, async tx => {
    await lockCustomersConversations(tx, workspaceId, input.id)
    const { rows } = await sql<Contact>`select id, name, version, edited_by, edited_at from contacts
      where workspace_id = ${workspaceId} and id = (
        select contact_id from conversations where workspace_id = ${workspaceId} and id = ${input.id}) for no key update`.execute(
      tx,
    )
    const [contact] = rows
    if (!contact) throw failure('request.not_found')
    if (input.version !== undefined && input.version !== contact.version)
      throw editConflict({ version: contact.version, by: contact.edited_by, at: contact.edited_at })
    const { rows: removed } = await sql<CustomerChanged['removed'][number]>`delete from contact_details
      where workspace_id = ${workspaceId} and contact_id = ${contact.id} and id = any (${input.remove}::uuid[])
        and kind = any (${[...customerDetailKinds]}::text[]) returning kind, value`.execute(tx)
    const added = await addDetails(platform, tx, caller, { conversationId: input.id, contactId: contact.id }, wanted)
    if (name !== undefined && name !== contact.name) await renameContact(platform, tx, workspaceId, contact.id, name)
    await sql`update contacts set version = version + 1, edited_by = ${caller.personId}, edited_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${contact.id}`.execute(tx)
    return { name: name ?? contact.name, version: contact.version + 1, added, removed }
  })
}

async function addDetails(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId }: Caller,
  { conversationId, contactId }: { conversationId: string; contactId: string },
  wanted: { kind: string; value: string }[],
): Promise<string[]> {
  const added: string[] = []
  for (const { kind, value } of wanted) {
    const { rows } = await sql<{ id: string }>`
      insert into contact_details (id, workspace_id, contact_id, conversation_id, kind, value, added_by, created_at)
      values (${newId()}, ${workspaceId}, ${contactId}, ${conversationId}, ${kind}, ${value}, ${personId}, ${platform.clock.now()})
      on conflict (workspace_id, contact_id, kind, value) do nothing returning id`.execute(tx)
    if (rows[0]) added.push(rows[0].id)
    else
      await sql`update contact_details set added_by = ${personId} where workspace_id = ${workspaceId} and contact_id = ${contactId}
        and kind = ${kind} and value = ${value} and added_by is null`.execute(tx)
  }
  return added
}

/** Platform display names no longer replace it. The caller locks the conversations, then the contact. */
export async function renameContact(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  contactId: string,
  name: string,
): Promise<void> {
  const given = name ? sql`fields || ${JSON.stringify({ given_name: name })}::jsonb` : sql`fields - 'given_name'`
  await sql`update contacts set name = ${name}, fields = ${given}
    where workspace_id = ${workspaceId} and id = ${contactId}`.execute(tx)
  await sql`update conversations set contact_name = ${name}
    where workspace_id = ${workspaceId} and contact_id = ${contactId}`.execute(tx)
  // A form filled in earlier but arriving late must not overwrite the member's name.
  await newestOf(tx, { workspaceId, contactId, at: platform.clock.now() }, ['given_name'])
}

function cleanDetail(kind: CustomerDetailKind, typed: string): { kind: string; value: string } {
  const value = storableLine(typed)
  const isPhone = kind === 'phone' || kind === 'landline'
  const found = detectContacts(value).find(one =>
    isPhone ? one.kind === 'phone' || one.kind === 'landline' : one.kind === kind,
  )
  if (kind === 'address' && value) return { kind, value }
  if (found && customerDetailKinds.some(known => known === found.kind)) return { kind: found.kind, value: found.value }
  const digits = value.replace(/\D/g, '').length
  if (isPhone && digits >= 6 && digits <= 15 && /^\+?[\d .()-]+$/.test(value)) return { kind, value }
  throw failure('request.invalid', { kind, value: typed })
}
