import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { dayIn, daysIn } from '#shared/rules/time/calendar-days.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { refundPolicy } from '#shared/rules/refund.ts'
import { billingTexts, type BillingTexts } from '#shared/texts/billing/billing-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { IconButton } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { usePlanName } from '#web/parts/workspace/plans.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { EInvoice, Payment, Refundable } from './billing-rows.ts'
import { EInvoiceNote } from './e-invoice-note.tsx'
import { orderAddress, orderLabel } from './order-label.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

export function PaymentHistory({
  payments,
  refundable,
  eInvoices,
}: {
  payments: Payment[]
  refundable: Refundable[]
  eInvoices: EInvoice[]
}) {
  const texts = useTexts(billingTexts)
  const [asking, setAsking] = useState<Refundable>()
  const [query] = useSearchParams()
  const named = query.get('invoice')
  return (
    <section className="panel billing-history" aria-labelledby="billing-history">
      <div className="billing-head">
        <h2 id="billing-history">{texts.history}</h2>
      </div>
      {payments.length === 0 ? (
        <EmptyState title={texts.noHistory} text={texts.noHistoryText} />
      ) : (
        <DataTable
          className="billing-table"
          columns={[texts.date, texts.what, texts.way, texts.amount, texts.status]}
          actions={texts.actions}
        >
          {payments.map(payment => (
            <PaymentRow
              key={payment.order.id}
              payment={payment}
              named={payment.invoices.some(invoice => invoice.number === named)}
              refundable={refundable.find(one => one.order_id === payment.order.id)}
              eInvoices={eInvoices}
              onRefund={setAsking}
            />
          ))}
        </DataTable>
      )}
      {asking && (
        <RefundDialog
          refundable={asking}
          extra={payments.some(({ order }) => order.id === asking.order_id && order.kind === 'extra')}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

function PaymentRow({
  payment: { order, invoices, refund, parts },
  named,
  refundable,
  eInvoices,
  onRefund,
}: {
  payment: Payment
  named: boolean
  refundable: Refundable | undefined
  eInvoices: EInvoice[]
  onRefund(refundable: Refundable): void
}) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const planName = usePlanName()
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (named) row.current?.scrollIntoView({ block: 'center' })
  }, [named])
  const method = texts[order.method]
  return (
    <TableRow ref={row} className={named ? 'billing-named' : undefined}>
      <TableCell className="num billing-date">{times.date(order.settled_at ?? order.created_at)}</TableCell>
      <TableCell className="billing-what">
        {orderLabel(order, planName, texts, language)}
        {refundable && (
          <span className="muted">
            <RefundWindow refundable={refundable} />
            <button type="button" className="link block" onClick={() => onRefund(refundable)}>
              {texts.askRefund}
            </button>
          </span>
        )}
        {invoices
          .filter(({ buyer }) => buyer.tax_id)
          .map(invoice => (
            <EInvoiceNote
              key={invoice.id}
              invoice={invoice}
              known={eInvoices.find(one => one.invoice_id === invoice.id)}
            />
          ))}
      </TableCell>
      <TableCell className="soft billing-method">{method}</TableCell>
      <TableCell className="num billing-amount">
        <b>{formatMoney(order.amount, order.currency, language)}</b>
      </TableCell>
      <TableCell className="billing-status">
        <OrderStatus order={order} />
        {refund && <span className="muted">{refundWords(refund.status, texts)}</span>}
        {parts.map(part => (
          <span key={part.id} className="muted num">
            {fill(texts.partRefunded, { amount: formatMoney(part.amount, part.currency, language) })}
          </span>
        ))}
      </TableCell>
      <TableCell className="billing-row-acts">
        <span className="row gap-1">
          {order.status === 'processing' && (
            <Link className="btn btn-outline btn-sm" to={orderAddress(order)}>
              {texts.openOrder}
            </Link>
          )}
          {invoices.map(invoice => (
            <InvoiceButton key={invoice.id} invoice={invoice} />
          ))}
        </span>
      </TableCell>
    </TableRow>
  )
}

function refundWords(status: string, texts: BillingTexts): string {
  const key = `refund_${status}`
  return key in texts ? texts[key as keyof BillingTexts] : status
}

function OrderStatus({ order }: { order: Row<'orders'> }) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  if (order.status === 'success')
    return (
      <Chip tone="ok" icon="circle-check">
        {texts.success}
      </Chip>
    )
  const due = formatMoney(order.amount - order.credit_used - order.received, order.currency, language)
  const details: Record<string, string> = {
    cancelled: texts.cancelledShort,
    expired: texts.expiredShort,
    declined: texts.declinedShort,
    other_currency: texts.otherCurrencyShort,
    partial: fill(texts.partialShort, { due }),
    proof_review: texts.reviewShort,
  }
  const detail = details[order.status_detail]
  const waits = order.status === 'processing'
  return (
    <>
      <Chip tone={waits ? 'info' : 'bad'} icon={waits ? 'clock' : 'circle-x'}>
        {waits ? texts.processing : texts.failed}
      </Chip>
      {detail && <span className="muted">{detail}</span>}
    </>
  )
}

function RefundWindow({ refundable: { path, until, guarantee_until: guarantee } }: { refundable: Refundable }) {
  const texts = useTexts(billingTexts)
  const { workspace } = useCurrentWorkspace()
  const times = useTimes()
  const now = useMoment()
  const dayOf = (at: string | Date) => dayIn(workspace.time_zone, new Date(at))
  const left = daysIn({ from: dayOf(now), to: dayOf(guarantee ?? until) }) - 1
  const date = times.date(until)
  const days = refundPolicy.guaranteeWindowDays
  const words = !guarantee
    ? fill(texts.refundable, { date })
    : path === 'review'
      ? fill(texts.refundableGuarantee, { date, days })
      : fill(texts.refundableBoth, { date, days, guarantee: times.date(guarantee) })
  return `${words} (${left > 0 ? fill(texts.daysLeft, { left }) : texts.lastDay})`
}

/** The link is valid for five minutes. */
function InvoiceButton({ invoice }: { invoice: Row<'invoices'> }) {
  const texts = useTexts(billingTexts)
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function fetchIt() {
    await perform(async () => {
      const { url } = await call('GET /api/v1/invoices/:id/file', { params: { id: invoice.id } })
      const link = document.createElement('a')
      link.href = url
      link.download = `${invoice.number}.pdf`
      link.click()
    })
  }
  const names: Record<string, string> = { credit_note: texts.creditNote, debit_note: texts.debitNote }
  const text = names[invoice.kind] ?? texts.invoice
  return (
    <IconButton
      icon="download"
      aria-busy={busy || undefined}
      label={fill(text, { number: invoice.number })}
      onClick={() => void fetchIt()}
    />
  )
}
