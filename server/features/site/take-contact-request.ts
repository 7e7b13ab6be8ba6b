import { sql } from 'kysely'
import { days, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { blockOf, peerOf } from '#platform/http/peer.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { type ContactRequest, maxRequestLength } from '#shared/contracts/site.contract.ts'
import { readContactPoint } from '#shared/rules/contacts/contact-point.ts'
import type { Language } from '#shared/words.ts'
import { storable } from '#platform/text/storable-text.ts'
import { noticeEmail, type Reader, thanksEmail } from './contact-emails.ts'

const perPeer = { max: 10, windowMs: minutes(60) }
const perBlock = { max: 60, windowMs: minutes(60) }
/** So that nobody is flooded in our name. */
const thanksPerAddress = { max: 1, windowMs: days(1) }
const maxOperators = 10
const retention = days(365)

export type Asking = { language: Language; ip: string }

/**
 * Stores and mails in one transaction.
 * @throws site.contact_wrong, site.message_too_long, request.too_many
 */
export async function takeContactRequest(
  platform: Platform,
  input: ContactRequest,
  { language, ip }: Asking,
): Promise<{ id: string }> {
  const contact = readContactPoint(input.email_or_phone ?? input.email ?? input.phone ?? '')
  if (!contact) throw failure('site.contact_wrong')
  const message = clean(input.message)
  if ([...message].length > maxRequestLength) throw failure('site.message_too_long')
  await limit(platform, `contact:${peerOf(ip)}`, perPeer)
  await limit(platform, `contact block:${blockOf(ip)}`, perBlock)
  const thanked = contact.kind === 'email' && (await mayThank(platform, contact.value))
  const request = { id: newId(), name: clean(input.name).slice(0, 120), contact, message, language }
  await platform.db.asService(null, async tx => {
    await sql`insert into private.contact_requests (id, name, contact, message, language, created_at)
      values (${request.id}, ${request.name}, ${contact.value}, ${message}, ${language}, ${platform.clock.now()})`.execute(
      tx,
    )
    await platform.jobs.emit(tx, 'contact-request.made', { contact_request_id: request.id, language })
    for (const reader of await readersOf(platform, tx))
      await platform.jobs.enqueue(tx, { kind: 'send mail', payload: noticeEmail(platform.config, reader, request) })
    if (thanked)
      await platform.jobs.enqueue(tx, {
        kind: 'send mail',
        payload: thanksEmail(platform.config, contact.value, language),
      })
  })
  return { id: request.id }
}

async function readersOf({ config }: Platform, tx: Tx): Promise<Reader[]> {
  if (config.SUPPORT_EMAIL) return [{ email: config.SUPPORT_EMAIL, language: 'vi' }]
  const { rows } = await sql<Reader>`select email, language from people
    where is_operator and email_verified and status = 'active' order by joined_at limit ${maxOperators}`.execute(tx)
  return rows
}

async function mayThank(platform: Platform, address: string): Promise<boolean> {
  return limit(platform, `contact thanks:${address.toLowerCase()}`, thanksPerAddress).then(
    () => true,
    () => false,
  )
}

function clean(text: string): string {
  return storable(text).trim()
}

export async function forgetOldRequests(platform: Platform): Promise<void> {
  const until = new Date(platform.clock.now().getTime() - retention)
  await platform.db.asService(null, tx =>
    sql`delete from private.contact_requests where created_at < ${until}`.execute(tx),
  )
}
