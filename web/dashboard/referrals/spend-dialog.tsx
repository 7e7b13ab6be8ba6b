import { useState } from 'react'
import { type Currency, formatMoney } from '#shared/rules/money.ts'
import { referralsTexts } from '#shared/texts/referrals-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { fill } from '#web/parts/texts.ts'
import { useReadAnew } from './referral-rows.ts'

/** Asks before earnings become credit, from which there is no way back to money. */
export function SpendDialog({ currency, amount, onClose }: { currency: Currency; amount: number; onClose(): void }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const readAnew = useReadAnew()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const money = formatMoney(amount, currency, language)

  async function spend() {
    if (busy) return
    setBusy(true)
    try {
      await call('POST', '/referrals/spend', { amount, currency })
      showToast(fill(texts.spent, { amount: money }))
      readAnew()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={fill(texts.spendTitle, { amount: money })}
      onClose={onClose}
      foot={
        <>
          <Button autoFocus onClick={onClose}>
            {texts.keep}
          </Button>
          <Button look="filled" busy={busy} busyText={texts.withdrawing} onClick={() => void spend()}>
            {texts.spendNow}
          </Button>
        </>
      }
    >
      <p className="soft">{texts.spendText}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
