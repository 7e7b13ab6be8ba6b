import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type EInvoice, useReread } from './billing-rows.ts'

export function EInvoiceNote({
  invoice,
  known,
}: {
  invoice: { id: string; number: string }
  known: EInvoice | undefined
}) {
  const texts = useTexts(billingTexts)
  const reread = useReread()
  const { busy, perform } = useAction({ onProblem: showErrorToast })

  async function ask() {
    await perform(async () => {
      await call('POST /api/v1/invoices/:id/e-invoice', { params: { id: invoice.id } })
      showToast(texts.eInvoiceAsked)
      reread()
    })
  }

  if (known?.status === 'issued') {
    const words = fill(texts.eInvoiceIssued, {
      number: `${known.symbol ?? ''} ${known.number ?? ''}`.trim(),
      code: known.lookup_code ?? '',
    })
    const safe = known.lookup_url?.startsWith('https://') ? known.lookup_url : undefined
    return (
      <span className="muted num">
        {safe ? (
          <a className="link" href={safe} target="_blank" rel="noreferrer">
            {words}
          </a>
        ) : (
          words
        )}
      </span>
    )
  }
  if (known?.status === 'requested') return <span className="muted">{texts.eInvoiceWaits}</span>
  return (
    <span className="muted">
      {known && `${texts.eInvoiceFailed} `}
      <button
        type="button"
        className="link"
        aria-busy={busy || undefined}
        aria-label={fill(texts.eInvoiceAskOf, { number: invoice.number })}
        onClick={() => void ask()}
      >
        {texts.eInvoiceAsk}
      </button>
    </span>
  )
}
