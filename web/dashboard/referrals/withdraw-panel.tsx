import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { ReferralFigures, Referrals } from '#shared/contracts/referrals.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { amountForField, readAmount } from '#shared/rules/money/read-amount.ts'
import { withdrawalPolicy } from '#shared/rules/money/referral.ts'
import { referralsTexts } from '#shared/texts/billing/referrals-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { accountLabel } from './account-label.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { useReadAnew } from './referral-rows.ts'
import { SpendDialog } from './spend-dialog.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { newClientId } from '#widget/new-id.ts'

export function WithdrawPanel({ referrals, figures }: { referrals: Referrals; figures: ReferralFigures }) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const [asking, setAsking] = useState<'account' | 'spend'>()
  const { currency, available } = figures
  const money = (amount: number) => formatMoney(amount, currency, language)
  const account = referrals.payout_accounts.find(one => one.currency === currency)
  const { email, second_step } = referrals.may_withdraw
  return (
    <section className="panel referral-withdraw" aria-labelledby="referral-available">
      <h2 id="referral-available">{texts.availableNow}</h2>
      <p className="referral-available num">{money(available)}</p>
      <p className="soft">{fill(texts.availableText, { min: money(withdrawalPolicy.min[currency]) })}</p>
      {account ? (
        <WithdrawForm
          key={currency}
          figures={figures}
          withdrawals={referrals.withdrawals}
          account={account}
          ready={email && second_step}
          onChange={() => setAsking('account')}
        />
      ) : (
        email &&
        second_step && (
          <Button icon="plus" onClick={() => setAsking('account')}>
            {texts.addAccount}
          </Button>
        )
      )}
      <Button look="quiet" disabled={available === 0} onClick={() => setAsking('spend')}>
        {texts.spend}
      </Button>
      <Readiness email={email} secondStep={second_step} />
      {asking === 'account' && (
        <PayoutDialog currency={currency} replaces={account !== undefined} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'spend' && (
        <SpendDialog currency={currency} amount={available} onClose={() => setAsking(undefined)} />
      )}
    </section>
  )
}

function Readiness({ email, secondStep }: { email: boolean; secondStep: boolean }) {
  const texts = useTexts(referralsTexts)
  if (email && secondStep)
    return (
      <p className="hint referral-ready">
        <Icon name="shield-check" size="sm" /> {texts.ready}
      </p>
    )
  return (
    <Notice>
      {email ? texts.needTwoSteps : texts.needEmail}{' '}
      <Link className="link" to={addresses.account}>
        {texts.toAccountSection}
      </Link>
    </Notice>
  )
}

/** `listed`: the withdrawals that were there before it. */
type Asked = { amount: number; key: string; listed: ReadonlySet<string> }

function WithdrawForm({
  figures: { currency, available },
  withdrawals,
  account,
  ready,
  onChange,
}: {
  figures: ReferralFigures
  withdrawals: Referrals['withdrawals']
  account: Referrals['payout_accounts'][number]
  ready: boolean
  onChange(): void
}) {
  const texts = useTexts(referralsTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useMoment()
  const readAnew = useReadAnew()
  const min = withdrawalPolicy.min[currency]
  const cooling = Date.parse(account.usable_from) > now.getTime()
  const money = (amount: number) => formatMoney(amount, currency, language)
  /** A request that got no answer: the same amount again is the same request, until the list shows its outcome. */
  const unanswered = useRef<Asked>(undefined)
  const arrived = (list: Referrals['withdrawals'], { amount, listed }: Asked) =>
    list.find(one => one.amount === amount && one.currency === currency && !listed.has(one.id))
  const form = useForm({
    start: { typed: available >= min ? amountForField(available, currency, language) : '' },
    follows: true,
    check({ typed }) {
      const amount = readAmount(typed, currency)
      if (amount === undefined) return { typed: texts.amountWrong }
      if (amount < min) return { typed: fill(texts.amountMin, { min: money(min) }) }
      return { typed: amount > available ? fill(texts.amountMax, { max: money(available) }) : undefined }
    },
    async save({ typed }) {
      const amount = readAmount(typed, currency) ?? 0
      const before = unanswered.current?.amount === amount ? unanswered.current : undefined
      const found = before && arrived(withdrawals, before)
      if (!found || found.status === 'cancelled') await ask(amount, found ? undefined : before)
      unanswered.current = undefined
      showToast(fill(texts.asked, { amount: money(amount) }))
    },
  })

  async function ask(amount: number, before: Asked | undefined) {
    const asked = before ?? { amount, key: newClientId(), listed: new Set(withdrawals.map(({ id }) => id)) }
    unanswered.current = asked
    try {
      await call('POST /api/v1/withdrawals', { body: { amount, currency }, key: asked.key })
    } catch (error) {
      const now = await call('GET /api/v1/referrals').catch(() => undefined)
      if (!now || !arrived(now.withdrawals, asked)) throw error
    } finally {
      readAnew()
    }
  }

  const mayAsk = ready && !cooling && available >= min
  return (
    <form {...form.props} className="referral-form">
      <Field
        label={texts.howMuch}
        inputMode={currency === 'VND' ? 'numeric' : 'decimal'}
        autoComplete="off"
        className="num"
        disabled={!mayAsk}
        {...form.field('typed')}
      />
      <dl className="facts">
        <dt>{texts.to}</dt>
        <dd className="num">{accountLabel(account)}</dd>
        <dt>{texts.holder}</dt>
        <dd>{account.holder}</dd>
      </dl>
      {ready && (
        <button type="button" className="link referral-change" onClick={onChange}>
          {texts.changeAccount}
        </button>
      )}
      {cooling && <p className="hint">{fill(texts.usableFrom, { time: times.dateAndClock(account.usable_from) })}</p>}
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      <Button look="filled" type="submit" disabled={!mayAsk} busy={form.busy} busyText={texts.withdrawing}>
        {texts.withdraw}
      </Button>
    </form>
  )
}
