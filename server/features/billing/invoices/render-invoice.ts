import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { bucketLink, saveBucketFile, saveBytes } from '#platform/files/bucket-files.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { mailInvoice } from '../billing-mails.ts'
import { drawInvoice } from './draw-invoice.ts'
import { type Invoice, invoiceColumns } from './issue-invoice.ts'

const bucket = 'invoices'
const maxBytes = 5_000_000
const linkSeconds = 300

/** Idempotent: drawn and mailed once. */
export async function renderInvoice(platform: Platform, { invoice_id: id }: { invoice_id: string }): Promise<void> {
  const [invoice] = await platform.db.readAsService<
    Invoice & { corrected: string | null }
  >(sql`select ${invoiceColumns},
      (select number from invoices c where c.id = i.corrects) as corrected from invoices i where i.id = ${id}`)
  if (!invoice || invoice.file_id) return
  const { BRAND_NAME: brand } = platform.config
  const corrects = invoice.corrected ?? undefined
  const pdf = await drawInvoice(invoice, { brand, link: linkTo(platform, invoice), corrects })
  const bytes = await saveBytes(platform, Readable.from([pdf]), maxBytes)
  const fileId = newId()
  await platform.db.asService(invoice.workspace_id, async tx => {
    const { rows } =
      await sql`update invoices set file_id = ${fileId} where id = ${id} and file_id is null returning id`.execute(tx)
    if (rows.length === 0) return
    const file = {
      bucket,
      key: `${invoice.workspace_id}/${fileId}`,
      name: `${invoice.number}.pdf`,
      mime: 'application/pdf',
    }
    await saveBucketFile(platform, tx, file, bytes)
    await mailInvoice(platform, tx, invoice)
  })
}

function linkTo({ config }: Platform, { number }: Invoice): string {
  return `${config.publicUrl}/dashboard/billing?invoice=${number}`
}

/** @throws request.not_found, billing.invoice_not_ready. The link is valid for five minutes */
export async function linkInvoice(
  platform: Platform,
  caller: Caller,
  { id }: { id: string },
): Promise<{ url: string }> {
  const [invoice] = await platform.db.readAsService<{ file_id: string | null; number: string }>(
    sql`select file_id, number from invoices where id = ${id} and workspace_id = ${caller.workspaceId}`,
  )
  if (!invoice) throw failure('request.not_found')
  if (!invoice.file_id) throw failure('billing.invoice_not_ready')
  const url = await bucketLink(platform, bucket, `${caller.workspaceId}/${invoice.file_id}`, linkSeconds)
  return { url: `${url}&download=${invoice.number}.pdf` }
}
