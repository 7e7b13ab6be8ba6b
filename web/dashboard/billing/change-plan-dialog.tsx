import type { Result } from '#shared/contracts/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { formatMoney } from '#shared/rules/money/money.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { type Interval, isCustomPlan, type OrderedPlan, type PaymentMethodKind, soldPlans } from '#shared/words.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { planNames } from '#web/parts/workspace/plan-prices.ts'
import { isOpenOffer, type CustomPlan, usePlanName, usePlans, useSubscription } from '#web/parts/workspace/plans.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useReread } from './billing-rows.ts'
import { orderAddress } from './order-label.ts'

type Preview = Result<'POST /api/v1/subscription/change'>

/** The server previews the cost. `first`: initially selected */
export function ChangePlanDialog({ first, onClose }: { first?: OrderedPlan | undefined; onClose(): void }) {
  const texts = useTexts(billingTexts)
  const { data: subscription } = useSubscription()
  const { data: offered } = usePlans()
  const change = useChange(onClose)
  const form = useForm<{ plan: OrderedPlan; preferred: Interval; chosen: PaymentMethodKind | undefined }>({
    start: {
      plan: first ?? 'pro',
      preferred: (!first && subscription?.plan === 'pro') || subscription?.interval === 'year' ? 'year' : 'month',
      chosen: undefined,
    },
    async save() {
      await change(order)
    },
  })
  const { plan, preferred, chosen } = form.values
  const customOffers = useChoosable(offered?.own ?? [])
  const chosenOwn = customOffers.find(({ code }) => code === plan)
  const sold = chosenOwn?.prices.map(one => one.interval) ?? (['month', 'year'] as const)
  const interval = sold.includes(preferred) ? preferred : (sold[0] ?? preferred)
  const methods = offered?.methods ?? []
  const method = chosen ?? methods.find(({ kind }) => kind === subscription?.method)?.kind ?? methods[0]?.kind
  const order = { plan, interval, ...(method && { method }) }
  const preview = useQuery({
    queryKey: ['change plan', order],
    queryFn: () => call('POST /api/v1/subscription/change', { body: { ...order, preview: true }, repeatable: true }),
    staleTime: 0,
    gcTime: 0,
  })
  const same = preview.error instanceof ApiError && preview.error.code === 'billing.same_plan'
  const previewed = preview.data
  const mayGo = previewed !== undefined && !preview.error && previewed.too_much.length === 0
  return (
    <FormDialog
      form={form}
      className=""
      ownProblem
      title={texts.changeTitle}
      cancel={texts.later}
      save={previewed && previewed.due_now > 0 ? texts.goPay : texts.changeNow}
      busyText={texts.working}
      disabled={!mayGo}
      onClose={onClose}
    >
      <div className="stack billing-form">
        <SegmentedControl
          label={texts.choosePlan}
          options={[
            ...soldPlans.map(value => ({ value, text: planNames[value] ?? value })),
            ...customOffers.flatMap(({ code, name }) =>
              isCustomPlan(code) ? { value: code, text: customOffers.length > 1 ? name : texts.ownPlan } : [],
            ),
          ]}
          {...form.choice('plan')}
        />
        {chosenOwn && <p className="soft">{chosenOwn.name}</p>}
        <SegmentedControl
          label={texts.chooseInterval}
          options={[
            { value: 'month' as const, text: texts.month },
            { value: 'year' as const, text: chosenOwn ? texts.year : texts.yearSaves },
          ].filter(({ value }) => sold.includes(value))}
          {...form.choice('preferred')}
          value={interval}
        />
        <div className="billing-preview" aria-live="polite">
          {same ? (
            <p className="soft">{texts.samePlan}</p>
          ) : preview.error ? (
            <Notice tone="bad">{messageOf(preview.error)}</Notice>
          ) : previewed ? (
            <PreviewText preview={previewed} />
          ) : (
            <span role="status" aria-label={texts.previewing}>
              <Skeleton height={90} />
            </span>
          )}
        </div>
        {previewed && previewed.due_now > 0 && method && methods.length > 1 && (
          <SelectField<PaymentMethodKind>
            label={texts.payBy}
            value={method}
            options={methods.map(({ kind }) => ({ value: kind, text: texts[kind] }))}
            onChoose={kind => form.set({ chosen: kind })}
          />
        )}
        {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      </div>
    </FormDialog>
  )
}

/** Custom plans on offer, and the current one. */
function useChoosable(own: CustomPlan[]): CustomPlan[] {
  const { data: subscription } = useSubscription()
  const now = useMoment(60_000)
  return own.filter(({ code, offer }) => code === subscription?.plan || isOpenOffer(offer, now))
}

function useChange(onClose: () => void) {
  const texts = useTexts(billingTexts)
  const times = useTimes()
  const navigate = useNavigate()
  const planName = usePlanName()
  const reread = useReread()

  return async (order: { plan: OrderedPlan; interval: Interval; method?: PaymentMethodKind }) => {
    const done = await call('POST /api/v1/subscription/change', { body: order })
    reread()
    if (done.order?.status === 'processing') return void navigate(orderAddress(done.order), { state: { going: true } })
    const later = done.when === 'period_end'
    showToast(
      later
        ? fill(texts.changesLater, { date: times.date(done.effective_at) })
        : fill(texts.changed, { plan: planName(order.plan) }),
    )
    onClose()
  }
}

function PreviewText({ preview }: { preview: Preview }) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const money = (amount: number) => formatMoney(amount, preview.currency, language)
  const now = preview.when === 'now'
  return (
    <>
      <p className="soft">
        {now
          ? texts.holdsNow
          : preview.when === 'none'
            ? texts.planUnchanged
            : fill(texts.holdsLater, { date: times.date(preview.effective_at) })}
      </p>
      {preview.too_much.length > 0 && (
        <Notice>
          {texts.tooMuch}
          <ul>
            {preview.too_much.map(({ metric, used, limit }) => (
              <li key={metric} className="num">
                {fill(texts.tooMuchOf, { what: texts[metric], used, limit })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <dl className="facts num">
        {now && (
          <>
            <dt>{fill(texts.newDays, { date: times.date(preview.next_at) })}</dt>
            <dd>{money(preview.list_amount)}</dd>
            {preview.unused_value > 0 && (
              <>
                <dt>{texts.oldRest}</dt>
                <dd>−{money(preview.unused_value)}</dd>
              </>
            )}
            {preview.credit_used > 0 && (
              <>
                <dt>{texts.fromCredit}</dt>
                <dd>−{money(preview.credit_used)}</dd>
              </>
            )}
            <dt className="billing-due">{texts.dueNow}</dt>
            <dd className="billing-due">{money(preview.due_now)}</dd>
          </>
        )}
        {preview.credit_after > 0 && (
          <>
            <dt>{texts.creditAfter}</dt>
            <dd>{money(preview.credit_after)}</dd>
          </>
        )}
        <dt>{fill(texts.next, { date: times.date(preview.next_at) })}</dt>
        <dd>{money(preview.next_amount)}</dd>
      </dl>
    </>
  )
}
