import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days, hours, seconds } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { type ZipEntry, zipOf } from '#platform/files/zip.ts'
import { makeFairSlots } from '#platform/jobs/fair-slots.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Tx } from '#platform/sql/database.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { fillText } from '#shared/texts/account/mail-texts.ts'
import { customerRightsTexts } from '#shared/texts/customers/customer-rights-texts.ts'
import { notErased } from '../not-erased.ts'
import { type ExportedFiles, filesOf } from './export-files.ts'
import { type ExportedMessage, gatherCustomer, pageOfMessages } from './gather-customer.ts'

const retention = days(7)
/** A job that has not finished by then is taken for dead. */
const madeWithin = hours(1)
/** Of what is written; the files in it have a limit of their own, below it. */
const maxBytes = 1_300_000_000
/** So that replies keep their share of the queue. */
const places = makeFairSlots({ total: 2, each: 1, spare: 1 })
const comesBack = seconds(2)
const perShop = { max: 200, windowMs: days(1), burst: 50 }

/** `none`: never requested, or expired. */
export type CustomerExport = {
  status: 'none' | 'preparing' | 'ready'
  size: number | null
  ready_at: Date | null
  expires_at: Date | null
}
type Named = { id: string }
type Wanted = { workspace_id: string; export_id: string }

const keyOf = (id: string) => `customer-exports/${id}`

/**
 * One in progress is reused; an older one is replaced.
 * @throws request.not_found, request.too_many
 */
export async function askCustomerExport(platform: Platform, caller: Caller, { id }: Named): Promise<CustomerExport> {
  const { workspaceId, personId } = caller
  const known = await readCustomerExport(platform, caller, { id })
  if (known.status === 'preparing') return known
  await limit(platform, `customer exports:${workspaceId}`, perShop)
  const exportId = newId()
  const old = await platform.db.asService(workspaceId, async tx => {
    await sql`select from customers where workspace_id = ${workspaceId} and id = ${id} for key share`.execute(tx)
    const { rows } = await sql<Named>`delete from private.customer_exports
      where workspace_id = ${workspaceId} and customer_id = ${id} returning id`.execute(tx)
    await sql`insert into private.customer_exports (id, workspace_id, customer_id, status, asked_by, requested_at)
      values (${exportId}, ${workspaceId}, ${id}, 'preparing', ${personId}, ${platform.clock.now()})
      on conflict do nothing`.execute(tx)
    await recordInAuditLog(platform, tx, caller, 'customer.export-asked', id)
    await makeLater(platform, tx, { workspace_id: workspaceId, export_id: exportId }, platform.clock.now())
    return rows
  })
  for (const one of old) await platform.files.remove(keyOf(one.id))
  return readCustomerExport(platform, caller, { id })
}

/** @throws request.not_found */
export async function readCustomerExport(
  platform: Platform,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  { id }: Named,
): Promise<CustomerExport> {
  const now = platform.clock.now()
  const [row] = await platform.db.readAsService<CustomerExport>(sql`select coalesce(e.status, 'none') as status,
      e.size::float8 as size, e.ready_at, e.expires_at
    from customers cu left join private.customer_exports e on e.workspace_id = cu.workspace_id and e.customer_id = cu.id
      and (e.expires_at > ${now} or (e.expires_at is null and e.requested_at > ${after(now, -madeWithin)}))
    where cu.workspace_id = ${workspaceId} and cu.id = ${id} and ${notErased}`)
  if (!row) throw failure('request.not_found')
  return row
}

/** One at a time per shop, and only while slots are free: each may take minutes. */
export async function exportCustomer(platform: Platform, wanted: Wanted): Promise<void> {
  const { workspace_id: workspaceId } = wanted
  if (!places.enter(workspaceId))
    return platform.db.asService(workspaceId, tx =>
      makeLater(platform, tx, wanted, after(platform.clock.now(), comesBack)),
    )
  try {
    await makeExport(platform, wanted)
  } finally {
    places.leave(workspaceId)
  }
}

function makeLater(platform: Platform, tx: Tx, payload: Wanted, runAt: Date): Promise<void> {
  const { workspace_id: workspaceId, export_id: id } = payload
  const job = { kind: 'export customer', key: `export customer ${id}`, lane: `export customers ${workspaceId}` }
  return platform.jobs.enqueue(tx, { ...job, payload, runAt })
}

async function makeExport(platform: Platform, { workspace_id: workspaceId, export_id: id }: Wanted): Promise<void> {
  const [wanted] = await platform.db.readAsService<{
    customer_id: string
    shop: string
  }>(sql`select e.customer_id, w.name as shop
    from private.customer_exports e join workspaces w on w.id = e.workspace_id
    where e.workspace_id = ${workspaceId} and e.id = ${id} and e.status = 'preparing'`)
  if (!wanted) return
  const now = platform.clock.now()
  const content = Readable.from(zipOf(entriesOf(platform, workspaceId, wanted, now)))
  const { size } = await platform.files.save(keyOf(id), content, { maxBytes })
  const stored = await platform.db.asService(workspaceId, tx =>
    sql`update private.customer_exports set status = 'ready', size = ${size}, ready_at = ${now},
      expires_at = ${after(now, retention)} where workspace_id = ${workspaceId} and id = ${id} returning id`.execute(
      tx,
    ),
  )
  if (stored.rows.length === 0) await platform.files.remove(keyOf(id))
}

/** How many files of each kind are not in the copy. */
type LeftOut = { missing: number; tooMuch: number; expired: number; waiting: number; refused: number }
type Whose = { customer_id: string; shop: string }

/** Files first: only reading them shows which are there. */
async function* entriesOf(platform: Platform, workspaceId: string, whose: Whose, now: Date): AsyncGenerator<ZipEntry> {
  const files: ExportedFiles = new Map()
  const left: LeftOut = { missing: 0, tooMuch: 0, expired: 0, waiting: 0, refused: 0 }
  yield* filesOf(platform, workspaceId, whose.customer_id, files)
  yield { name: 'data.json', at: now, content: dataOf(platform, workspaceId, whose, { now, files, left }) }
  yield { name: 'README.txt', at: now, content: Readable.from([readmeOf(whose.shop, files, left)]) }
}

/** JSON, streamed: years of messages never fit in memory as a whole. */
async function* dataOf(
  platform: Platform,
  workspaceId: string,
  { customer_id: customerId, shop }: Whose,
  { now, files, left }: { now: Date; files: ExportedFiles; left: LeftOut },
): AsyncGenerator<string> {
  const known = await platform.db.asService(workspaceId, tx => gatherCustomer(platform, tx, workspaceId, customerId))
  const head = JSON.stringify({ made_at: now.toISOString(), shop, customer_id: customerId, ...known }, null, 2)
  yield `${head.slice(0, -2)},\n  "messages": [`
  let sign = ''
  for (let from: string | undefined, more = true; more;) {
    const page = await platform.db.asService(workspaceId, tx => pageOfMessages(tx, workspaceId, customerId, from))
    for (const message of page.messages) {
      const attachments = message.attachments.map(one => withFile(one, files, left))
      yield `${sign}\n    ${JSON.stringify({ ...message, attachments })}`
      sign = ','
    }
    from = page.next
    more = from !== undefined
  }
  yield '\n  ]\n}\n'
}

/** `left_out`: missing, too_much, expired by the shop's rule, or not_copied: still with the platform, or of a kind that is not stored. */
function withFile(
  { id = '', status, ...said }: ExportedMessage['attachments'][number],
  files: ExportedFiles,
  left: LeftOut,
) {
  if (status === 'expired' || status === 'waiting' || status === 'refused') {
    left[status]++
    return { ...said, left_out: status === 'expired' ? 'expired' : 'not_copied' }
  }
  const found = files.get(id)
  if (found && 'left_out' in found) left.missing++
  if (found || status !== 'copied') return { ...said, ...found }
  left.tooMuch++
  return { ...said, left_out: 'too_much' }
}

const leftOutTexts = {
  missing: 'readmeMissing',
  tooMuch: 'readmeTooMuch',
  expired: 'readmeExpired',
  waiting: 'readmeWaiting',
  refused: 'readmeRefused',
} as const

function readmeOf(shop: string, files: ExportedFiles, left: LeftOut): string {
  const there = [...files.values()].filter(one => 'file' in one).length
  const kinds = Object.entries(leftOutTexts).filter(([kind]) => left[kind as keyof LeftOut] > 0)
  const paragraphs = (['vi', 'en'] as const).map(language => {
    const texts = customerRightsTexts(language)
    const lines = kinds.map(([kind, text]) => fillText(texts[text], { shop, count: `${left[kind as keyof LeftOut]}` }))
    return [
      fillText(texts.readme, { shop }),
      fillText(texts.readmeFiles, { files: `${there}` }),
      ...lines,
      ...(lines.length > 0 ? [texts.readmeNamed] : []),
    ].join('\n')
  })
  return `\uFEFF${paragraphs.join('\n\n')}\n`
}

/**
 * Records the download, once there is something to download.
 * @throws request.not_found
 */
export async function openCustomerExport(platform: Platform, caller: Caller, { id }: Named): Promise<Readable> {
  const { workspaceId } = caller
  const [row] = await platform.db.readAsService<Named>(sql`select e.id from private.customer_exports e
    join customers cu on cu.workspace_id = e.workspace_id and cu.id = e.customer_id
    where e.workspace_id = ${workspaceId} and e.customer_id = ${id} and e.status = 'ready'
      and e.expires_at > ${platform.clock.now()} and ${notErased}`)
  if (!row) throw failure('request.not_found')
  const file = await platform.files.read(keyOf(row.id))
  try {
    await platform.db.asService(workspaceId, tx => recordInAuditLog(platform, tx, caller, 'customer.export-taken', id))
  } catch (error) {
    file.destroy()
    throw error
  }
  return file
}

export async function forgetCustomerExports(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await dropExports(
    platform,
    sql`(expires_at <= ${now} or (expires_at is null and requested_at <= ${after(now, -days(1))}))`,
  )
}

export async function dropCustomerExport(platform: Platform, workspaceId: string, customerId: string): Promise<void> {
  const they = sql`select id from customers where workspace_id = ${workspaceId} and (id = ${customerId} or merged_into = ${customerId})`
  await dropExports(platform, sql`workspace_id = ${workspaceId} and customer_id in (${they})`)
}

/** Files before rows: only the rows name them. */
export async function dropExports(platform: Platform, which: RawBuilder<unknown>): Promise<void> {
  const rows = await platform.db.readAsService<Named>(
    sql`select id from private.customer_exports where ${which} limit 1000`,
  )
  for (const { id } of rows) {
    await platform.files.remove(keyOf(id))
    await platform.db.asService(null, tx => sql`delete from private.customer_exports where id = ${id}`.execute(tx))
  }
}
