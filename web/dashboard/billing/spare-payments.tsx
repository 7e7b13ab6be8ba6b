import { useState } from 'react'
import { formatMoney } from '#shared/rules/money.ts'
import { billingTexts } from '#shared/texts/billing-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { useTimes } from '#web/parts/shop-times.ts'
import { fill } from '#web/parts/texts.ts'
import { type SparePayment, useReread } from './billing-rows.ts'

/** Money that came and paid for nothing: it is credit, or goes back. */
export function SparePayments({ spare }: { spare: SparePayment[] }) {
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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const amount = formatMoney(payment.amount, payment.currency, language)

  async function ask() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const told = await call<{ due_by: string }>('POST', '/refunds', { payment_id: payment.payment_id })
      showToast(fill(texts.refundApproved, { date: times.date(told.due_by) }))
      reread()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog open role="alertdialog" title={fill(texts.spareTitle, { amount })} onClose={onClose}>
      <div className="stack billing-form">
        <p className="soft">{texts.spareAsk}</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button autoFocus onClick={onClose}>
            {texts.notNow}
          </Button>
          <Button look="filled" busy={busy} busyText={texts.working} onClick={() => void ask()}>
            {texts.spareBack}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
