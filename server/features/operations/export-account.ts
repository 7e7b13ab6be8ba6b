import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { listShutOut, shutOutFailure } from '#features/workspaces/access/shut-out.ts'
import { recordOfPerson } from '#features/workspaces/audit-person.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days, hours } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { fillText, mailTexts } from '#shared/texts/account/mail-texts.ts'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import type { Language } from '#shared/words.ts'
import { gatherPerson } from './gather-person.ts'

const retention = days(7)
const maxBytes = 200_000_000

/** `none`: never requested, or expired. */
export type ExportState = {
  status: 'none' | 'preparing' | 'ready' | 'failed'
  size: number | null
  requested_at: Date | null
  ready_at: Date | null
  expires_at: Date | null
}
type StoredExport = ExportState & { status: Exclude<ExportState['status'], 'none'>; requested_at: Date }

const keyOf = (id: string) => `exports/${id}`

/** Without what is of shops that shut this session out: no shop may keep a person from their copy. */
export async function askExport(platform: Platform, caller: Caller): Promise<ExportState> {
  const { personId } = caller
  const known = await readExport(platform, caller)
  if (known.status === 'preparing') return known
  await limit(platform, `account export:${personId}`, { max: 5, windowMs: hours(24) })
  const id = newId()
  const leftOut = (await listShutOut(platform, caller)).shops.map(shop => shop.id)
  const old = await platform.db.asService(null, async tx => {
    const { rows } = await sql<{ id: string }>`delete from private.account_exports where person_id = ${personId}
      returning id`.execute(tx)
    await sql`insert into private.account_exports (id, person_id, status, requested_at, left_out)
      values (${id}, ${personId}, 'preparing', ${platform.clock.now()}, ${leftOut})`.execute(tx)
    await recordOfPerson(platform, tx, personId, 'person.export-asked')
    await platform.jobs.enqueue(tx, { kind: 'export account', key: `export account ${id}`, payload: { export_id: id } })
    return rows
  })
  for (const one of old) await platform.files.remove(keyOf(one.id))
  return readExport(platform, caller)
}

export async function readExport(platform: Platform, { personId }: Pick<Caller, 'personId'>): Promise<ExportState> {
  const [row] = await platform.db
    .readAsService<StoredExport>(sql`select status, size::float8 as size, requested_at, ready_at,
    expires_at from private.account_exports where person_id = ${personId}
    and (expires_at is null or expires_at > ${platform.clock.now()})`)
  return row ?? { status: 'none', size: null, requested_at: null, ready_at: null, expires_at: null }
}

type Wanted = { person_id: string; left_out: string[]; email: string; language: Language }

/** Idempotent; mails when the file is ready. */
export async function exportAccount(platform: Platform, { export_id: id }: { export_id: string }): Promise<void> {
  const [wanted] = await platform.db.readAsService<Wanted>(sql`select
    e.person_id, e.left_out, p.email, p.language from private.account_exports e join people p on p.id = e.person_id
    where e.id = ${id} and e.status = 'preparing'`)
  if (!wanted) return
  const now = platform.clock.now()
  const data = await platform.db.asService(null, tx =>
    gatherPerson(tx, { id: wanted.person_id, leftOut: wanted.left_out }),
  )
  const text = JSON.stringify({ made_at: now.toISOString(), made_by: platform.config.BRAND_NAME, ...data }, null, 2)
  const { size } = await platform.files.save(keyOf(id), Readable.from([Buffer.from(text)]), { maxBytes })
  await platform.db.asService(null, async tx => {
    const { rows } = await sql`update private.account_exports set status = 'ready', size = ${size}, ready_at = ${now},
      expires_at = ${after(now, retention)} where id = ${id} and status = 'preparing' returning id`.execute(tx)
    if (rows.length === 0) return
    const payload = readyEmail(platform, wanted.email, wanted.language)
    await platform.jobs.enqueue(tx, { kind: 'send mail', payload })
  })
}

/** @throws account.export_none, access.… where a shop whose messages are in it shuts this session out: it may be asked for anew */
export async function openExport(platform: Platform, caller: Caller): Promise<Readable> {
  const { personId } = caller
  const { shops } = await listShutOut(platform, caller)
  const [row] = await platform.db.readAsService<{
    id: string
    left_out: string[]
  }>(sql`select id, left_out from private.account_exports
    where person_id = ${personId} and status = 'ready' and expires_at > ${platform.clock.now()}`)
  if (!row) throw failure('account.export_none')
  const closed = shops.find(({ id }) => !row.left_out.includes(id))
  if (closed) throw shutOutFailure(closed.reason, caller.claims)
  await platform.db.asService(null, tx => recordOfPerson(platform, tx, personId, 'person.export-taken'))
  return platform.files.read(keyOf(row.id))
}

export async function forgetExports(platform: Platform): Promise<void> {
  const rows = await platform.db.readAsService<{ id: string }>(sql`select id from private.account_exports
    where expires_at <= ${platform.clock.now()} limit 1000`)
  await forEachLogged(platform, 'forget exports', rows, async ({ id }) => {
    await platform.files.remove(keyOf(id))
    await platform.db.asService(null, tx => sql`delete from private.account_exports where id = ${id}`.execute(tx))
  })
}

export async function dropExport(platform: Platform, { person_id: personId }: { person_id: string }): Promise<void> {
  const rows = await platform.db.readAsService<{ id: string }>(
    sql`select id from private.account_exports where person_id = ${personId}`,
  )
  for (const { id } of rows) await platform.files.remove(keyOf(id))
  await platform.db.asService(null, tx =>
    sql`delete from private.account_exports where person_id = ${personId}`.execute(tx),
  )
}

function readyEmail({ config }: Platform, to: string, language: Language) {
  const { BRAND_NAME: brand, publicUrl } = config
  const texts = accountTexts(language)
  const text = (key: keyof typeof texts) => fillText(texts[key], { brand })
  return renderEmail({
    to,
    language,
    brand,
    publicUrl,
    subject: text('exportMailSubject'),
    preview: text('exportMailBody'),
    heading: text('exportMailSubject'),
    paragraphs: [text('exportMailBody')],
    button: { label: text('exportMailButton'), href: `${publicUrl}/dashboard/account` },
    small: [text('exportMailLife')],
    reason: text('exportMailReason'),
    about: fillText(mailTexts(language)['footer.about'], { brand }),
  })
}
