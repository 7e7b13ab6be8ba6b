import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useNavigate } from 'react-router'
import { extraMessages } from '#shared/rules/money/extra-messages.ts'
import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import type { PricedPlan } from '#shared/rules/website/site-values.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import type { PaymentMethodKind, PlanCode } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import type { OfferedMethod } from '#web/parts/workspace/plan-prices.ts'
import { usePlanName } from '#web/parts/workspace/plans.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useReread } from './billing-rows.ts'
import { orderAddress } from './order-label.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

const choices = ['1', '2', '5', '10'] as const

/** undefined: not sold for this plan and method */
export function packPrice(
  plans: PricedPlan[],
  plan: PlanCode,
  method: OfferedMethod,
): { currency: Currency; amount: number } | undefined {
  const prices = plans.find(one => one.code === plan)?.extra_messages ?? []
  return method.currencies.flatMap(currency => prices.find(price => price.currency === currency) ?? [])[0]
}

export function ExtraDialog({
  plan,
  plans,
  methods,
  onClose,
}: {
  plan: PlanCode
  plans: PricedPlan[]
  methods: OfferedMethod[]
  onClose(): void
}) {
  const texts = useTexts(billingTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const reread = useReread()
  const planName = usePlanName()
  const form = useForm<{ packs: (typeof choices)[number]; kind: PaymentMethodKind | undefined }>({
    start: { packs: '1', kind: undefined },
    async save({ packs }) {
      if (!method) return
      const request = { packs: Number(packs), method: method.kind, currency: price?.currency }
      const order = await call('POST /api/v1/orders/extra-messages', { body: request })
      reread()
      if (order.status === 'processing') return void navigate(orderAddress(order), { state: { going: true } })
      showToast(fill(texts.extraThere, { count: messages(packs) }))
      onClose()
    },
    once: true,
  })
  const { packs, kind: chosen } = form.values
  const offered = methods.filter(one => packPrice(plans, plan, one))
  const method = offered.find(({ kind }) => kind === chosen) ?? offered[0]
  const price = method && packPrice(plans, plan, method)
  if (!method || !price) return null
  const count = numberFormat(language)
  const messages = (many: string) => count.format(Number(many) * extraMessages.packSize)

  return (
    <FormDialog
      form={form}
      title={texts.extraTitle}
      className="stack billing-form"
      cancel={texts.notNow}
      save={texts.extraBuy}
      busyText={texts.working}
      onClose={onClose}
    >
      <p className="soft">{fill(texts.extraText, { plan: planName(plan) })}</p>
      <SegmentedControl
        label={texts.extraHowMany}
        options={choices.map(value => ({ value, text: messages(value) }))}
        {...form.choice('packs')}
      />
      {offered.length > 1 && (
        <SelectField<PaymentMethodKind>
          label={texts.payBy}
          value={method.kind}
          options={offered.map(({ kind }) => ({ value: kind, text: texts[kind] }))}
          onChoose={kind => form.set({ kind })}
        />
      )}
      <dl className="facts num" aria-live="polite">
        <dt>{texts.extraPrice}</dt>
        <dd>{formatMoney(price.amount, price.currency, language)}</dd>
        <dt className="billing-due">{texts.dueNow}</dt>
        <dd className="billing-due">{formatMoney(price.amount * Number(packs), price.currency, language)}</dd>
      </dl>
    </FormDialog>
  )
}
