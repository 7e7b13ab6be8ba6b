import { knownBanks } from '#shared/rules/money/bank-names.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { readAccountNumber, readPayoneerAddress } from '#shared/rules/money/payout.ts'
import { withdrawalPolicy } from '#shared/rules/money/referral.ts'
import { referralsTexts } from '#shared/texts/billing/referrals-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useReadAnew } from './referral-rows.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function PayoutDialog({
  currency,
  replaces,
  onClose,
}: {
  currency: Currency
  /** Replacing an account pauses payouts for a while. */
  replaces: boolean
  onClose(): void
}) {
  const texts = useTexts(referralsTexts)
  const readAnew = useReadAnew()
  const vnd = currency === 'VND'
  const form = useForm({
    start: { bank: '', account: '', holder: '' },
    check({ bank, account, holder }) {
      const fits = vnd ? readAccountNumber(account) : readPayoneerAddress(account)
      return {
        bank: vnd && bank === '' ? texts.bankMissing : undefined,
        account: fits ? undefined : vnd ? texts.accountWrong : texts.payoneerWrong,
        holder: holder.trim() === '' ? texts.holderMissing : undefined,
      }
    },
    async save(typed) {
      await call('PUT /api/v1/payout-account', { body: { currency, ...typed } })
      showToast(texts.savedAccount)
      readAnew()
      onClose()
    },
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={texts.payoutTitle}
      className="stack referral-payout"
      cancel={texts.keep}
      save={texts.save}
      busyText={texts.working}
      onClose={onClose}
    >
      <p className="soft">
        {texts.payoutText} {replaces && fill(texts.payoutCool, { hours: withdrawalPolicy.coolDownHours })}
      </p>
      {vnd && (
        <SelectField
          label={texts.bank}
          error={form.wrong.bank}
          {...form.choice('bank')}
          options={[
            { value: '', text: texts.bankChoose },
            ...knownBanks.map(({ bin, name }) => ({ value: bin, text: name })),
          ]}
        />
      )}
      <Field
        label={vnd ? texts.accountNumber : texts.payoneer}
        type={vnd ? 'text' : 'email'}
        inputMode={vnd ? 'numeric' : 'email'}
        autoComplete="off"
        maxLength={254}
        {...form.field('account')}
      />
      <Field label={texts.holderName} autoComplete="name" maxLength={120} {...form.field('holder')} />
    </FormDialog>
  )
}
