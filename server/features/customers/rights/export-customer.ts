import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days, hours } from '#platform/clock.ts'
import { failure } from '#platform/errors.ts'
import { type ZipEntry, zipOf } from '#platform/files/zip.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { customerRightsTexts } from '#shared/texts/customers/customer-rights-texts.ts'
import { notErased } from '../not-erased.ts'
import { type ExportedFiles, filesOf } from './export-files.ts'
import { type ExportedMessage, gatherCustomer, pageOfMessages } from './gather-customer.ts'

const retention = days(7)
/** A job that has not finished by then is taken for dead. */
const madeWithin = hours(1)
/** Of what is written; the files in it have a limit of their own, below it. */
const maxBytes = 1_300_000_000
const perShop = { max: 200, windowMs: days(1), burst: 50 }

/** `none`: never requested, or expired. */
export type CustomerExport = {
  status: 'none' | 'preparing' | 'ready'
  size: number | null
  ready_at: Date | null
  expires_at: Date | null
}
type Named = { id: string }

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
    const payload = { workspace_id: workspaceId, export_id: exportId }
    await platform.jobs.enqueue(tx, {
      ...{
        kind: 'export customer',
        key: `export customer ${exportId}`,
        lane: `export customers ${workspaceId}`,
        payload,
      },
    })
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

export async function exportCustomer(
  platform: Platform,
  { workspace_id: workspaceId, export_id: id }: { workspace_id: string; export_id: string },
): Promise<void> {
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

type Whose = { customer_id: string; shop: string }

/** Files first: only then is known which of them are there. */
async function* entriesOf(platform: Platform, workspaceId: string, whose: Whose, now: Date): AsyncGenerator<ZipEntry> {
  const files: ExportedFiles = new Map()
  const more = { count: 0 }
  yield* filesOf(platform, workspaceId, whose.customer_id, files)
  yield { name: 'data.json', at: now, content: dataOf(platform, workspaceId, whose, { now, files, more }) }
  yield { name: 'README.txt', at: now, content: Readable.from([readmeOf(whose.shop, files, more.count)]) }
}

/** JSON, streamed: years of messages never fit in memory as a whole. */
async function* dataOf(
  platform: Platform,
  workspaceId: string,
  { customer_id: customerId, shop }: Whose,
  { now, files, more: left }: { now: Date; files: ExportedFiles; more: { count: number } },
): AsyncGenerator<string> {
  const known = await platform.db.asService(workspaceId, tx => gatherCustomer(tx, workspaceId, customerId))
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
  left: { count: number },
) {
  if (status === 'expired') return { ...said, left_out: 'expired' }
  if (status === 'waiting' || status === 'refused') return { ...said, left_out: 'not_copied' }
  const found = files.get(id)
  if (found || status !== 'copied') return { ...said, ...found }
  left.count++
  return { ...said, left_out: 'too_much' }
}

function readmeOf(shop: string, files: ExportedFiles, tooMuch: number): string {
  const there = [...files.values()].filter(one => 'file' in one).length
  const [missing, more] = [files.size - there, tooMuch].map(String)
  const values: Record<string, string | undefined> = { shop, files: `${there}`, missing, more }
  const isWhole = there === files.size && tooMuch === 0
  const paragraphs = (['vi', 'en'] as const).map(language => {
    const texts = customerRightsTexts(language)
    return [texts.readme, texts.readmeFiles, ...(isWhole ? [] : [texts.readmeLeftOut])]
      .join('\n')
      .replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
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
