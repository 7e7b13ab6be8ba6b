import { type RawBuilder, sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { dropUnnamedFiles } from '../drop-files.ts'
import { hasObjected } from '../requests/lift-restriction.ts'
import { dropCustomerExport } from './export-customer.ts'
import { saveErasedCounts } from './erased-counts.ts'
import { eraseWordings } from './erase-wordings.ts'
import { saveErasure } from './erasure.ts'
import { saveMarks, type KnownBy } from './forgotten-marks.ts'

type Purpose = 'promotion' | 'care' | 'service'
/** `refused`: what is known of refusals beyond this database, which may be older. */
type Erased = { workspace_id: string; customer_id: string; refused?: Purpose[] }
type Contact = { id: string; channel_id: string; external_id: string; kind: string; account_id: string }

/**
 * Idempotent: blocks use of the data at once; a job removes it.
 * @throws request.not_found
 */
export async function askErasure(platform: Platform, caller: Caller, { id }: { id: string }): Promise<{ id: string }> {
  const { workspaceId } = caller
  await platform.db.asService(workspaceId, async tx => {
    if (!(await beginErasure(platform, tx, { workspaceId, id }))) throw failure('request.not_found')
    await recordInAuditLog(platform, tx, caller, 'customer.erased', id)
  })
  return { id }
}

/** @param only of alias `cu` */
export async function beginErasure(
  platform: Platform,
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  only: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<boolean> {
  const now = platform.clock.now()
  const { rows } =
    await sql`update customers cu set erased_at = ${now}, restricted_at = coalesce(cu.restricted_at, ${now})
    where cu.workspace_id = ${workspaceId} and cu.id = ${id} and cu.erased_at is null and cu.merged_into is null and ${only}
    returning cu.id`.execute(tx)
  if (rows.length === 0) return false
  const payload = { workspace_id: workspaceId, customer_id: id }
  await saveErasure(platform, tx, { ...payload, refused: [] })
  await platform.jobs.enqueue(tx, { kind: 'erase customer', key: `erase customer ${id}`, payload })
  return true
}

/** May run twice: the row that identifies the customer is deleted last. Consent and refusals stay, without a name. */
export async function eraseCustomer(
  platform: Platform,
  { workspace_id: ws, customer_id: id, refused = [] }: Erased,
): Promise<void> {
  const contacts = await platform.db
    .readAsService<Contact>(sql`select c.id, c.channel_id, c.external_id, h.kind, h.account_id
    from contacts c join channels h on h.workspace_id = c.workspace_id and h.id = c.channel_id
    where c.workspace_id = ${ws} and c.customer_id = ${id} order by c.id`)
  await platform.db.asService(ws, tx => mark(platform, tx, ws, id, contacts, refused))
  for (const contact of contacts) {
    for (const talk of await talksOf(platform, ws, contact.id)) {
      await platform.db.asService(ws, async tx => {
        await dropWaiting(tx, talk)
        await eraseWordings(platform, tx, ws, talk)
      })
      await eraseConversation(platform, ws, talk)
    }
    await platform.db.asService(ws, tx => eraseContact(tx, ws, contact))
  }
  // An export in progress still contains the erased data.
  await dropCustomerExport(platform, ws, id)
  await platform.db.asService(ws, async tx => {
    const they = sql`select id from customers where workspace_id = ${ws} and (id = ${id} or merged_into = ${id})`
    await sql`delete from customer_tags where workspace_id = ${ws} and customer_id in (${they})`.execute(tx)
    await sql`update customer_merges set before = '{}' where workspace_id = ${ws} and customer_id in (${they})`.execute(
      tx,
    )
    await sql`update customers set name = '', language = null, fields = '{}', last_seen_at = null, edited_by = null, edited_at = null
      where workspace_id = ${ws} and id in (${they})`.execute(tx)
    await sql`delete from contact_details where workspace_id = ${ws} and customer_id in (${they})`.execute(tx)
    await sql`delete from private.customer_words where workspace_id = ${ws} and customer_id in (${they})`.execute(tx)
    // A cache of one hour; which replies in it quote the customer is unknown.
    await sql`delete from private.model_replies where workspace_id = ${ws}`.execute(tx)
    // A consent's proof and words, if the team's or a list's, may name the customer; the shop's own texts do not.
    await sql`update consents o set proof = case when o.proof is not null then '-' end,
        words = (select t.words from consent_texts t where t.workspace_id = o.workspace_id and t.words = o.words limit 1)
      where o.workspace_id = ${ws} and o.customer_id in (${they}) and o.how in ('recorded', 'imported', 'claim', 'form')`.execute(
      tx,
    )
    await platform.jobs.emit(tx, 'customer.erased', { workspace_id: ws, customer_id: id })
  })
}

/** Must run before anything is removed: remembers refusals under everything the customer was known by. */
async function mark(
  platform: Platform,
  tx: Tx,
  ws: string,
  id: string,
  contacts: Contact[],
  refusedLater: Purpose[],
): Promise<void> {
  const { rows } = await sql<{ purpose: Purpose }>`select distinct purpose from consent_states
    where workspace_id = ${ws} and customer_id = ${id} and state in ('refused', 'withdrawn')`.execute(tx)
  const { rows: details } = await sql<{
    is: 'phone' | 'email'
    value: string
  }>`select case kind when 'email' then kind else 'phone' end as "is", value from contact_details
    where workspace_id = ${ws} and (customer_id in (select m.id from customers m where m.workspace_id = ${ws} and (m.id = ${id} or m.merged_into = ${id}))
        or contact_id = any (${contacts.map(contact => contact.id)}::uuid[]))
      and kind in ('phone', 'landline', 'email')`.execute(tx)
  const accounts = contacts.map((one): KnownBy => ({
    is: 'account',
    kind: one.kind,
    accountId: one.account_id,
    externalId: one.external_id,
  }))
  const objected: Purpose[] = (await hasObjected(tx, { workspaceId: ws, customerId: id })) ? ['promotion', 'care'] : []
  const refused = [...new Set([...rows.map(({ purpose }) => purpose), ...objected, ...refusedLater])]
  await saveMarks(platform, tx, ws, [...accounts, ...details], refused)
  await saveErasure(platform, tx, { workspace_id: ws, customer_id: id, refused })
  await saveErasedCounts(tx, ws, id)
}

async function talksOf(platform: Platform, ws: string, contactId: string): Promise<string[]> {
  const rows = await platform.db.readAsService<{ id: string }>(
    sql`select id from conversations where workspace_id = ${ws} and contact_id = ${contactId} order by id`,
  )
  return rows.map(row => row.id)
}

/** Rows per statement: each message also costs a search entry and a notice to live viewers. */
const inOneGo = 500

/** With its messages, their files and what was made of them. May run twice. */
export async function eraseConversation(platform: Platform, ws: string, id: string): Promise<void> {
  for (let more = true; more;)
    more = await platform.db.asService(ws, async tx => {
      await sql`select from conversations where workspace_id = ${ws} and id = ${id} for no key update`.execute(tx)
      const { rows } = await sql<{ files: string[] }>`delete from messages where workspace_id = ${ws} and id in (
          select id from messages where workspace_id = ${ws} and conversation_id = ${id} limit ${inOneGo})
        returning array(select a ->> 'file' from jsonb_array_elements(attachments) a where a ->> 'file' is not null and origin is null) as files`.execute(
        tx,
      )
      // Campaign pictures are shared and stay.
      await dropUnnamedFiles(
        tx,
        ws,
        rows.flatMap(({ files }) => files),
      )
      return rows.length === inOneGo
    })
  await platform.db.asService(ws, async tx => {
    await sql`select from conversations where workspace_id = ${ws} and id = ${id} for update`.execute(tx)
    // Questions that others asked too stay, in the words of the first asker left.
    await sql`delete from unanswered_questions q where workspace_id = ${ws}
      and exists (select from unanswered_asks a where a.workspace_id = q.workspace_id and a.question_id = q.id and a.conversation_id = ${id})
      and not exists (select from unanswered_asks a where a.workspace_id = q.workspace_id and a.question_id = q.id and a.conversation_id <> ${id})`.execute(
      tx,
    )
    const { rows: reworded } = await sql<{ id: string }>`update unanswered_questions q set question = o.text from (
        select distinct on (a.question_id) a.question_id, a.text from unanswered_asks a where a.workspace_id = ${ws} and a.conversation_id <> ${id}
          and a.question_id in (select m.question_id from unanswered_asks m where m.workspace_id = ${ws} and m.conversation_id = ${id})
        order by a.question_id, a.asked_at) o
      where q.workspace_id = ${ws} and q.id = o.question_id
        and q.question in (select text from unanswered_asks where workspace_id = ${ws} and conversation_id = ${id})
      returning q.id`.execute(tx)
    const questions = reworded.map(one => one.id)
    if (questions.length > 0)
      await platform.jobs.emit(tx, 'questions.reworded', { workspace_id: ws, question_ids: questions })
    await sql`delete from notifications where workspace_id = ${ws} and data ->> 'conversation_id' = ${id}`.execute(tx)
    await sql`delete from dead_letters where workspace_id = ${ws} and payload ->> 'conversation_id' = ${id}`.execute(tx)
    await sql`delete from conversations where workspace_id = ${ws} and id = ${id}`.execute(tx)
  })
}

/** Mails and pushes to the team, with a name or the first words, that have not gone yet or never will. */
async function dropWaiting(tx: Tx, talk: string): Promise<void> {
  const names = `%${talk}%`
  await sql`delete from private.jobs where worker is null and kind in ('send mail', 'send push') and payload::text like ${names}`.execute(
    tx,
  )
  await sql`delete from dead_letters where kind in ('send mail', 'send push') and payload::text like ${names}`.execute(
    tx,
  )
}

/** The hook's row stays so that the event is not delivered again. */
async function eraseContact(tx: Tx, ws: string, contact: Contact): Promise<void> {
  await sql`update private.hook_events set raw = '' where kind = ${contact.kind} and account_id = ${contact.account_id}
    and thread = ${contact.external_id} and status <> 'received'`.execute(tx)
  await sql`delete from private.visitors where workspace_id = ${ws} and channel_id = ${contact.channel_id}
    and (contact_id = ${contact.id} or external_id = ${contact.external_id})`.execute(tx)
  const { rows } = await sql<{ avatar: string | null }>`delete from contacts
    where workspace_id = ${ws} and id = ${contact.id} returning avatar`.execute(tx)
  const pictures = rows.map(one => one.avatar)
  await sql`delete from storage.objects where bucket_id = 'avatars' and name like ${`${ws}/%`}
    and name = any (${pictures}::text[])`.execute(tx)
}
