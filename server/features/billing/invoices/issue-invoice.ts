import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { localDate } from '#shared/rules/money/billing-period.ts'
import { extraMessages } from '#shared/rules/money/extra-messages.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { splitTax } from '#shared/rules/money/tax.ts'
import { type Interval, isCustomPlan, type Language } from '#shared/words.ts'
import type { Order } from '../orders/order.ts'
import { planName } from '../plans/plan-name.ts'

/** Receipts use the house's time zone, not the workspace's. */
export const houseZone = 'Asia/Ho_Chi_Minh'

export type Party = { name: string; tax_id: string; address: string; email: string }

export type InvoiceLine = {
  plan: string
  interval: Interval
  /** bought messages, instead of a plan */
  messages?: number
  /** 'YYYY-MM-DD' */
  from: string
  to: string
  quantity: number
  unit_price: number
  amount: number
}

export type Invoice = {
  id: string
  workspace_id: string
  number: string
  kind: 'invoice' | 'credit_note' | 'debit_note'
  order_id: string
  refund_id: string | null
  corrects: string | null
  seller: Party
  buyer: Party
  lines: InvoiceLine[]
  currency: Currency
  method: string
  net: number
  tax_bp: number
  tax: number
  total: number
  language: Language
  issued_at: Date
  file_id: string | null
}
export const invoiceColumns = sql`i.id, i.workspace_id, i.number, i.kind, i.order_id, i.refund_id, i.corrects, i.seller, i.buyer, i.lines,
  i.currency, i.method, i.net, i.tax_bp, i.tax, i.total, i.language, i.issued_at, i.file_id`

/** Runs in the order's transaction; a job draws the PDF. Orders of 0 have no receipt. */
export async function issueInvoice(platform: Platform, tx: Tx, order: Order): Promise<void> {
  if (order.amount === 0) return
  const number = await nextNumber(platform, tx, 'INV')
  await write(platform, tx, order, { kind: 'invoice', number, total: order.amount, refundId: null, corrects: null })
}

/** @param total amount returned, VAT included */
export async function issueCreditNote(
  platform: Platform,
  tx: Tx,
  order: Order,
  refund: { id: string; amount: number; turns: number },
): Promise<void> {
  const { rows } =
    await sql<Left>`select i.id, i.net - coalesce(sum(c.net), 0)::bigint as net, i.total - coalesce(sum(c.total), 0)::bigint as total
    from invoices i left join invoices c on c.corrects = i.id and not exists (select from invoices d where d.corrects = c.id)
    where i.order_id = ${order.id} and i.kind = 'invoice' group by i.id`.execute(tx)
  const number = await nextNumber(platform, tx, 'CN')
  const [left] = rows
  const corrects = left?.id ?? null
  // The last of several reverses the remainder, so that together they hold exactly the receipt's VAT.
  const net = left?.total === refund.amount ? left.net : undefined
  const paper = { number, total: refund.amount, net, refundId: refund.id, corrects, turn: refund.turns }
  await write(platform, tx, order, { kind: 'credit_note', ...paper })
}

/** Reverses a credit note whose money came back: documents are never changed, only corrected (Decree 123/2020, art. 19). */
export async function issueDebitNote(
  platform: Platform,
  tx: Tx,
  order: Order,
  refund: { id: string; turns: number },
): Promise<void> {
  const { rows } = await sql<Left>`select id, net, total from invoices
    where refund_id = ${refund.id} and kind = 'credit_note' and turn = ${refund.turns}`.execute(tx)
  const [wrong] = rows
  if (!wrong) return
  const number = await nextNumber(platform, tx, 'DN')
  const { id: corrects, net, total } = wrong
  const paper = { number, total, net, refundId: refund.id, corrects, turn: refund.turns }
  await write(platform, tx, order, { kind: 'debit_note', ...paper })
}

type Left = { id: string; net: number; total: number }

/** The counter row is locked, so a failed transaction leaves no gap. */
async function nextNumber(platform: Platform, tx: Tx, kind: 'INV' | 'CN' | 'DN'): Promise<string> {
  const series = `${kind}-${localDate(platform.clock.now(), houseZone).slice(0, 4)}`
  const { rows } = await sql<{
    last: number
  }>`insert into private.invoice_counters as c (series, last) values (${series}, 1)
    on conflict (series) do update set last = c.last + 1 returning last`.execute(tx)
  return `${series}-${String(rows[0]?.last).padStart(6, '0')}`
}

type Paper = {
  kind: Invoice['kind']
  number: string
  total: number
  /** if it differs from what the total contains */
  net?: number | undefined
  refundId: string | null
  corrects: string | null
  /** how often this refund came back */
  turn?: number
}

async function write(platform: Platform, tx: Tx, order: Order, paper: Paper): Promise<void> {
  const id = newId()
  const { buyer, language, timeZone } = await buyerOf(tx, order.workspace_id)
  const { SELLER_NAME, SELLER_MST, SELLER_ADDRESS, BRAND_NAME, SUPPORT_EMAIL } = platform.config
  const seller: Party = {
    name: SELLER_NAME || BRAND_NAME,
    tax_id: SELLER_MST,
    address: SELLER_ADDRESS,
    email: SUPPORT_EMAIL,
  }
  const net = paper.net ?? splitTax(paper.total, order.tax_bp).net
  const tax = paper.total - net
  const line: InvoiceLine = {
    plan: isCustomPlan(order.plan) ? await planName(tx, order.plan) : order.plan,
    interval: order.interval,
    ...(order.packs ? { messages: order.packs * extraMessages.packSize } : {}),
    from: localDate(order.period_start, timeZone),
    to: localDate(order.period_end, timeZone),
    quantity: 1,
    unit_price: net,
    amount: net,
  }
  await sql`insert into invoices (id, workspace_id, number, kind, order_id, refund_id, corrects, seller, buyer, lines, currency, method,
      net, tax_bp, tax, total, language, issued_at, turn)
    values (${id}, ${order.workspace_id}, ${paper.number}, ${paper.kind}, ${order.id}, ${paper.refundId}, ${paper.corrects},
      ${JSON.stringify(seller)}::jsonb, ${JSON.stringify(buyer)}::jsonb, ${JSON.stringify([line])}::jsonb, ${order.currency}, ${order.method},
      ${net}, ${order.tax_bp}, ${tax}, ${paper.total}, ${language}, ${platform.clock.now()}, ${paper.turn ?? 0})`.execute(
    tx,
  )
  const workspace_id = order.workspace_id
  await platform.jobs.enqueue(tx, {
    kind: 'render invoice',
    key: `render invoice ${id}`,
    payload: { workspace_id, invoice_id: id },
  })
  await platform.jobs.emit(tx, 'invoice.issued', { workspace_id, invoice_id: id, number: paper.number })
}

async function buyerOf(tx: Tx, workspaceId: string): Promise<{ buyer: Party; language: Language; timeZone: string }> {
  const { rows } = await sql<{
    name: string
    company: string | null
    tax_id: string | null
    address: string | null
    invoice_email: string | null
    language: Language
    time_zone: string
    admin: string | null
  }>`select w.name, company, tax_id, address, invoice_email, language, time_zone,
      (select email from members where workspace_id = w.id and role = 'admin' and status = 'active' order by joined_at limit 1) as admin
    from workspaces w where w.id = ${workspaceId}`.execute(tx)
  const found = rows[0]
  const buyer = {
    name: found?.company || found?.name || '',
    tax_id: found?.tax_id ?? '',
    address: found?.address ?? '',
    email: found?.invoice_email || found?.admin || '',
  }
  return { buyer, language: found?.language ?? 'vi', timeZone: found?.time_zone ?? houseZone }
}
