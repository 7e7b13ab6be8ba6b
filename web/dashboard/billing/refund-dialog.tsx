import { type ReactNode, useState } from 'react'
import { addressIn, addresses } from '#shared/addresses.ts'
import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import { refundPolicy } from '#shared/rules/refund.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { usePlanName } from '#web/parts/workspace/plans.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type Refundable, useReread } from './billing-rows.ts'
import { RefundLater, refundSums } from './refund-later.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function RefundDialog({
  refundable,
  extra,
  onClose,
}: {
  refundable: Refundable
  extra: boolean
  onClose(): void
}) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const planName = usePlanName()
  const reread = useReread()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { amount, currency, order_id, later, stays } = refundable
  const money = formatMoney(amount, currency, language)
  const sums = refundSums(refundable, chosen)
  const together = [refundable, ...later.filter(one => chosen.has(one.order_id))]
  const path = together.every(one => one.path === 'auto') ? 'auto' : 'review'

  const form = useForm({
    start: { reason: '' },
    async save({ reason }) {
      const answer = await call('POST /api/v1/refunds', { body: { order_id, reason, with: [...chosen] } })
      showToast(answer.due_by ? fill(texts.refundApproved, { date: times.date(answer.due_by) }) : texts.refundAsked)
      reread()
      onClose()
    },
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={fill(texts.refundTitle, { amount: money })}
      className="stack billing-form"
      cancel={extra ? texts.notNow : texts.refundKeep}
      cancelFirst
      save={texts.refundNow}
      busyText={texts.working}
      look="danger"
      onClose={onClose}
    >
      <RefundPreview path={path} sums={sums}>
        <RefundLater
          later={later}
          chosen={chosen}
          onChoose={(id, on) => setChosen(new Set(on ? [...chosen, id] : [...chosen].filter(one => one !== id)))}
        />
      </RefundPreview>
      <Notice>
        {extra
          ? texts.refundExtraEnds
          : stays
            ? fill(texts.refundStays, { plan: planName(stays.plan), date: times.date(stays.until) })
            : texts.refundEnds}
      </Notice>
      <TextareaField
        label={texts.refundReason}
        hint={texts.refundReasonHint}
        rows={3}
        maxLength={1000}
        {...form.field('reason')}
      />
      <p>
        <a className="link" href={addressIn(language, addresses.refund)} target="_blank" rel="noreferrer">
          {texts.conditions}
        </a>
      </p>
    </FormDialog>
  )
}

function RefundPreview({
  path,
  sums,
  children,
}: {
  path: 'auto' | 'review'
  sums: ReturnType<typeof refundSums>
  children: ReactNode
}) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const { autoWindowDays, guaranteeWindowDays, maxUsageRatio, autoProcessing, reviewProcessing } = refundPolicy
  const auto = path === 'auto'
  const [from, to] = auto ? autoProcessing : reviewProcessing
  const usage = `${maxUsageRatio * 100}%`
  const written = (sum: ReadonlyMap<Currency, number>) =>
    [...sum].map(([currency, amount]) => formatMoney(amount, currency, language)).join(' + ')
  return (
    <>
      <p className="soft">
        {auto
          ? fill(texts.refundAuto, { days: autoWindowDays, usage })
          : fill(texts.refundReview, { days: guaranteeWindowDays, usage })}
      </p>
      {children}
      <dl className="facts">
        <dt>{texts.refundBack}</dt>
        <dd className="num">
          <b>{written(sums.money)}</b>
        </dd>
        {sums.credit.size > 0 && (
          <>
            <dt>{texts.refundCredit}</dt>
            <dd className="num">{written(sums.credit)}</dd>
          </>
        )}
        <dt>{texts.refundWhen}</dt>
        <dd className="num">{fill(auto ? texts.refundWhenDays : texts.refundWhenReview, { from, to })}</dd>
      </dl>
    </>
  )
}
