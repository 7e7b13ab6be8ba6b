import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import { referralsTexts } from '#shared/texts/billing/referrals-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useReadAnew } from './referral-rows.ts'

export function SpendDialog({ currency, amount, onClose }: { currency: Currency; amount: number; onClose(): void }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const readAnew = useReadAnew()
  const money = formatMoney(amount, currency, language)

  async function spend() {
    await call('POST /api/v1/referrals/spend', { body: { amount, currency } })
    showToast(fill(texts.spent, { amount: money }))
    readAnew()
  }

  return (
    <ConfirmDialog
      title={fill(texts.spendTitle, { amount: money })}
      keep={texts.keep}
      act={texts.spendNow}
      busyText={texts.withdrawing}
      look="filled"
      run={spend}
      onClose={onClose}
    >
      <p>{texts.spendText}</p>
    </ConfirmDialog>
  )
}
