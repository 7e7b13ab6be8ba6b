import { type FormEvent, useRef, useState } from 'react'
import { knownBanks } from '#shared/rules/money/bank-names.ts'
import type { Currency } from '#shared/rules/money/money.ts'
import { readAccountNumber, readPayoneerAddress } from '#shared/rules/money/payout.ts'
import { withdrawalPolicy } from '#shared/rules/money/referral.ts'
import { referralsTexts } from '#shared/texts/billing/referrals-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useReadAnew } from './referral-rows.ts'

type Wrong = { bank?: string | undefined; account?: string | undefined; holder?: string | undefined }

/** Names the account that earnings of a currency go to. */
export function PayoutDialog({
  currency,
  replaces,
  onClose,
}: {
  currency: Currency
  /** Another one takes its place: nothing is paid out for a while then. */
  replaces: boolean
  onClose(): void
}) {
  const texts = useTexts(referralsTexts)
  const readAnew = useReadAnew()
  const form = useRef<HTMLFormElement>(null)
  const [bank, setBank] = useState('')
  const [account, setAccount] = useState('')
  const [holder, setHolder] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const { busy, problem, setProblem, perform } = useAction({ once: true })
  const vnd = currency === 'VND'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const fits = vnd ? readAccountNumber(account) : readPayoneerAddress(account)
    const found: Wrong = {
      bank: vnd && bank === '' ? texts.bankMissing : undefined,
      account: fits ? undefined : vnd ? texts.accountWrong : texts.payoneerWrong,
      holder: holder.trim() === '' ? texts.holderMissing : undefined,
    }
    setWrong(found)
    setProblem(undefined)
    if (found.bank || found.account || found.holder) return focusFirstError(form.current)
    await perform(async () => {
      await call('PUT /api/v1/payout-account', { body: { currency, bank, account, holder } })
      showToast(texts.savedAccount)
      readAnew()
      onClose()
    })
  }

  return (
    <Dialog open title={texts.payoutTitle} onClose={onClose}>
      <form ref={form} className="stack referral-payout" noValidate onSubmit={event => void submit(event)}>
        <p className="soft">
          {texts.payoutText} {replaces && fill(texts.payoutCool, { hours: withdrawalPolicy.coolDownHours })}
        </p>
        {vnd && (
          <SelectField
            label={texts.bank}
            value={bank}
            error={wrong.bank}
            onChoose={setBank}
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
          value={account}
          onValue={setAccount}
          error={wrong.account}
        />
        <Field
          label={texts.holderName}
          autoComplete="name"
          maxLength={120}
          value={holder}
          onValue={setHolder}
          error={wrong.holder}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button look="filled" type="submit" busy={busy} busyText={texts.working}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
