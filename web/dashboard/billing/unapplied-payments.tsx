import { useState } from 'react'
import { formatMoney } from '#shared/rules/money/money.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type SparePayment, useReread } from './billing-rows.ts'

export function UnappliedPayments({ spare }: { spare: SparePayment[] }) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const [asking, setAsking] = useState<SparePayment>()
  return (
    <>
      {spare.map(payment => (
        <Notice key={payment.payment_id} tone="info">
          {fill(texts.spareText, { amount: formatMoney(payment.amount, payment.currency, language) })}{' '}
          <button type="button" className="link billing-way" onClick={() => setAsking(payment)}>
            {texts.spareBack}
          </button>
        </Notice>
      ))}
      {asking && <BackDialog payment={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function BackDialog({ payment, onClose }: { payment: SparePayment; onClose(): void }) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const reread = useReread()
  const amount = formatMoney(payment.amount, payment.currency, language)

  async function ask() {
    const decision = await call('POST /api/v1/refunds', { body: { payment_id: payment.payment_id } })
    showToast(fill(texts.refundApproved, { date: decision.due_by ? times.date(decision.due_by) : '' }))
    reread()
  }

  return (
    <ConfirmDialog
      title={fill(texts.spareTitle, { amount })}
      keep={texts.notNow}
      act={texts.spareBack}
      busyText={texts.working}
      look="filled"
      run={ask}
      onClose={onClose}
    >
      <p>{texts.spareAsk}</p>
    </ConfirmDialog>
  )
}
