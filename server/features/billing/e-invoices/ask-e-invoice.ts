import type { issuedBody } from '#shared/contracts/billing/billing-desk.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { recordOperatorAct, type Operator } from '#features/workspaces/record-operator-act.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { WithDates } from '#platform/sql/with-dates.ts'
import type { DeskEInvoice } from '#shared/contracts/operator.results.ts'
import { type Invoice, invoiceColumns } from '../invoices/issue-invoice.ts'
import { byHand } from './by-hand.ts'
import type { EInvoiceProvider, EInvoiceStatus, IssuedEInvoice } from './e-invoice-provider.ts'

const provider: EInvoiceProvider = byHand

export type ShownEInvoice = {
  invoice_id: string
  status: Exclude<EInvoiceStatus, 'none'>
  symbol: string | null
  number: string | null
  lookup_code: string | null
  lookup_url: string | null
}

export async function listEInvoices(tx: Tx, workspaceId: string): Promise<ShownEInvoice[]> {
  const { rows } = await sql<ShownEInvoice>`select invoice_id, status, symbol, number, lookup_code, lookup_url
    from private.e_invoices where workspace_id = ${workspaceId} order by requested_at`.execute(tx)
  return rows
}

/** @throws request.not_found, billing.buyer_unknown without a company tax number. Idempotent; a failed one is retried. */
export async function askEInvoice(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { id }: { id: string },
): Promise<{ status: EInvoiceStatus }> {
  return platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql<Invoice>`select ${invoiceColumns} from invoices i where id = ${id} and workspace_id = ${workspaceId}`.execute(
        tx,
      )
    const [invoice] = rows
    if (!invoice) throw failure('request.not_found')
    if (!invoice.buyer.tax_id || !invoice.buyer.address) throw failure('billing.buyer_unknown')
    const asked = await sql<{
      status: Exclude<EInvoiceStatus, 'none'>
    }>`insert into private.e_invoices as e (invoice_id, workspace_id, provider, requested_by, requested_at)
      values (${id}, ${workspaceId}, ${provider.kind}, ${personId}, ${platform.clock.now()})
      on conflict (invoice_id) do update set status = 'requested', note = null, requested_at = excluded.requested_at where e.status = 'failed'
      returning status`.execute(tx)
    if (asked.rows.length > 0) {
      await platform.jobs.enqueue(tx, {
        kind: 'request e-invoice',
        key: `request e-invoice ${id}`,
        payload: { invoice_id: id },
      })
      await platform.jobs.emit(tx, 'e-invoice.requested', { workspace_id: workspaceId, invoice_id: id })
    }
    const now = await sql<{
      status: Exclude<EInvoiceStatus, 'none'>
    }>`select status from private.e_invoices where invoice_id = ${id}`.execute(tx)
    return { status: now.rows[0]?.status ?? 'none' }
  })
}

export async function requestEInvoice(platform: Platform, { invoice_id: id }: { invoice_id: string }): Promise<void> {
  const [invoice] = await platform.db.readAsService<Invoice>(sql`select ${invoiceColumns} from invoices i
    join private.e_invoices e on e.invoice_id = i.id where i.id = ${id} and e.status = 'requested'`)
  if (!invoice) return
  const issued = await provider.request(platform, invoice)
  if (issued) await platform.db.asService(invoice.workspace_id, tx => recordIssued(platform, tx, id, issued))
}

/** False if it was already issued, or never requested. */
async function recordIssued(platform: Platform, tx: Tx, id: string, issued: IssuedEInvoice): Promise<boolean> {
  const { rows } =
    await sql`update private.e_invoices set status = 'issued', symbol = ${issued.symbol}, number = ${issued.number},
      lookup_code = ${issued.lookupCode}, lookup_url = ${issued.lookupUrl || null}, note = null, decided_at = ${platform.clock.now()}
    where invoice_id = ${id} and status <> 'issued' returning invoice_id`.execute(tx)
  return rows.length > 0
}

type OpenEInvoice = WithDates<DeskEInvoice, 'requested_at' | 'issued_at'>

export async function listOpenEInvoices(platform: Platform): Promise<{ e_invoices: OpenEInvoice[] }> {
  const open = await platform.db
    .readAsService<OpenEInvoice>(sql`select i.id, e.status, e.note, e.requested_at, i.number, i.kind,
      i.seller, i.buyer, i.lines, i.currency, i.method, i.net, i.tax_bp, i.tax, i.total, i.issued_at,
      (select c.number from invoices c where c.id = i.corrects) as corrects
    from private.e_invoices e join invoices i on i.id = e.invoice_id where e.status <> 'issued' order by e.requested_at, i.id limit 200`)
  return { e_invoices: open }
}

/** @throws request.conflict */
export async function eInvoiceIssued(
  platform: Platform,
  operator: Operator,
  { id, ...issued }: { id: string } & z.output<typeof issuedBody>,
): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { symbol, number, lookup_code: lookupCode, lookup_url: lookupUrl } = issued
    if (!(await recordIssued(platform, tx, id, { symbol, number, lookupCode, lookupUrl })))
      throw failure('request.conflict')
    await recordDecision(platform, tx, operator, id, 'e-invoice.issued', issued)
  })
}

/** @throws request.conflict. The buyer sees the failure and may ask again */
export async function eInvoiceFailed(
  platform: Platform,
  operator: Operator,
  { id, note: reason }: { id: string; note: string },
): Promise<void> {
  await platform.db.asService(null, async tx => {
    const { rows } =
      await sql`update private.e_invoices set status = 'failed', note = ${reason}, decided_at = ${platform.clock.now()}
      where invoice_id = ${id} and status = 'requested' returning invoice_id`.execute(tx)
    if (rows.length === 0) throw failure('request.conflict')
    await recordDecision(platform, tx, operator, id, 'e-invoice.failed', { reason })
  })
}

async function recordDecision(
  platform: Platform,
  tx: Tx,
  operator: Operator,
  id: string,
  action: string,
  meta: object,
): Promise<void> {
  const { rows } = await sql<{
    workspace_id: string
  }>`select workspace_id from private.e_invoices where invoice_id = ${id}`.execute(tx)
  await recordOperatorAct(platform, tx, operator, {
    workspaceId: rows[0]?.workspace_id ?? null,
    action,
    target: id,
    meta,
  })
}
