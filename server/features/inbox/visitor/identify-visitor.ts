import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Identity } from '#features/channels/website/website-identity.ts'
import type { Visitor } from '#features/channels/website/website-visitor.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { visitorTopic } from './visitor-topic.ts'

/** Only taken from a signature where there is one. */
export const signedNames = ['user_id', 'email', 'phone', 'name']
/** Never taken from a page, signed or not: it could name anybody, or overwrite the team's name. */
export const neverOfPages = ['user_id', 'verified', 'given_name']

/** Signed by the shop's server; earlier messages move to that customer. Unsigned changes nothing. */
export async function identifyVisitor(
  platform: Platform,
  tx: Tx,
  visitor: Visitor,
  person: Identity | undefined,
): Promise<Visitor> {
  if (!person) return visitor
  const known = {
    ...visitor,
    externalId: `user-${createHash('sha256').update(person.user_id).digest('hex').slice(0, 32)}`,
  }
  if (known.externalId === visitor.externalId) return visitor
  if (visitor.stored && isSigned(visitor)) {
    await sql`update private.visitors set external_id = ${known.externalId}, contact_id = (select id from contacts
        where workspace_id = ${visitor.workspaceId} and channel_id = ${visitor.channelId} and external_id = ${known.externalId})
      where workspace_id = ${visitor.workspaceId} and token_hash = ${visitor.tokenHash}`.execute(tx)
  } else if (visitor.stored) {
    const [own, theirs] = await contactsOf(tx, visitor, known.externalId)
    if (own && theirs) await join(platform, tx, visitor.workspaceId, own, theirs)
    else if (own)
      await sql`update contacts set external_id = ${known.externalId}
        where workspace_id = ${visitor.workspaceId} and id = ${own}`.execute(tx)
    await sql`update private.visitors set external_id = ${known.externalId}, contact_id = ${theirs ?? own ?? null}
      where workspace_id = ${visitor.workspaceId} and token_hash = ${visitor.tokenHash}`.execute(tx)
  }
  // Open streams reconnect under the new identity.
  await platform.broadcast.send(visitorTopic(visitor), 'moved', {}, tx)
  return known
}

function isSigned({ externalId }: Visitor): boolean {
  return externalId.startsWith('user-')
}

/** Locked with all conversations and other contacts, in the order of `lock-conversation.ts`. */
async function contactsOf(tx: Tx, visitor: Visitor, externalId: string): Promise<(string | undefined)[]> {
  const either = sql`workspace_id = ${visitor.workspaceId} and channel_id = ${visitor.channelId}
    and external_id in (${visitor.externalId}, ${externalId})`
  await sql`select from conversations where workspace_id = ${visitor.workspaceId} and contact_id in (
      select id from contacts where ${either}) order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: string; channel_id: string; external_id: string }>`
    with meant as (select id, customer_id from contacts where ${either})
    select id, channel_id, external_id from contacts where workspace_id = ${visitor.workspaceId} and id in (
      select id from meant union select o.id from contacts o join meant on o.customer_id = meant.customer_id
        where o.workspace_id = ${visitor.workspaceId}) order by id for update`.execute(tx)
  const here = rows.filter(row => row.channel_id === visitor.channelId)
  return [visitor.externalId, externalId].map(wanted => here.find(row => row.external_id === wanted)?.id)
}

/** Only the newest conversation may stay open: history positions depend on it. */
async function join(platform: Platform, tx: Tx, workspaceId: string, own: string, theirs: string): Promise<void> {
  const both = sql`workspace_id = ${workspaceId} and contact_id in (${own}, ${theirs})`
  await sql`select from conversations where ${both} order by id for no key update`.execute(tx)
  await sql`update conversations set status = 'closed', snoozed_until = null, waiting_since = null
    where ${both} and status <> 'closed' and id <> (select max(id::text)::uuid from conversations where ${both})`.execute(
    tx,
  )
  await sql`update conversations set contact_id = ${theirs} where workspace_id = ${workspaceId} and contact_id = ${own}`.execute(
    tx,
  )
  await sql`delete from contact_details d where workspace_id = ${workspaceId} and contact_id = ${own} and exists (
    select from contact_details o where o.workspace_id = d.workspace_id and o.contact_id = ${theirs} and o.kind = d.kind and o.value = d.value)`.execute(
    tx,
  )
  await sql`update contact_details set contact_id = ${theirs} where workspace_id = ${workspaceId} and contact_id = ${own}`.execute(
    tx,
  )
  await sql`update private.visitors set contact_id = ${theirs}, external_id = (select external_id from contacts where workspace_id = ${workspaceId} and id = ${theirs})
    where workspace_id = ${workspaceId} and contact_id = ${own}`.execute(tx)
  await sql`update contacts t set fields = (o.fields - ${signedNames}::text[]) || t.fields, name = coalesce(nullif(t.name, ''), o.name)
    from contacts o where o.workspace_id = t.workspace_id and o.id = ${own} and t.workspace_id = ${workspaceId} and t.id = ${theirs}`.execute(
    tx,
  )
  const { rows } = await sql<{ customer_id: string | null }>`delete from contacts
    where workspace_id = ${workspaceId} and id = ${own} returning customer_id`.execute(tx)
  const joined = { workspace_id: workspaceId, contact_id: own, customer_id: rows[0]?.customer_id ?? null, into: theirs }
  await platform.jobs.emit(tx, 'contact.joined', joined)
}
