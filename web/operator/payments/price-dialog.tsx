import { type Currency, currencies } from '#shared/rules/money/money.ts'
import { type InstallationTexts, installationTexts } from '#shared/texts/operator/installation-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { intervals, soldPlans } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { planNames } from '#web/parts/workspace/plan-prices.ts'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useDeskAct } from '#web/operator/desk-lists.ts'
import { type Form, useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

const sold = [...intervals, 'once'] as const

export function PriceDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(installationTexts)
  const common = useTexts(operatorTexts)
  const run = useDeskAct()
  const form = useForm<PriceInput>({
    start: { plan: 'hobby', interval: 'month', currency: 'VND', amount: '', from: '', announce: true },
    check: input => ({
      amount: coinsOf(input.amount, input.currency) ? undefined : texts.amountWrong,
      from: input.from ? undefined : texts.required,
    }),
    async save(input) {
      await run('POST /api/v1/operator/prices', {
        body: { ...input, amount: coinsOf(input.amount, input.currency) ?? 0 },
      })
      showToast(texts.priceSet)
      onClose()
    },
    once: true,
  })
  const inVnd = form.values.currency === 'VND'

  return (
    <FormDialog
      form={form}
      title={texts.newPriceTitle}
      className="stack op-form"
      cancel={common.cancel}
      save={texts.setPrice}
      busyText={common.working}
      onClose={onClose}
    >
      <p className="soft">{texts.newPriceText}</p>
      <What texts={texts} form={form} />
      <Field
        label={inVnd ? texts.amountVnd : texts.amountUsd}
        inputMode={inVnd ? 'numeric' : 'decimal'}
        autoComplete="off"
        {...form.field('amount')}
      />
      <Field label={texts.from} type="date" {...form.field('from')} />
      <label className="row op-check">
        <input
          className="choice-mark"
          type="checkbox"
          checked={form.values.announce}
          onChange={event => form.set({ announce: event.target.checked })}
        />
        <span>
          {texts.tellPayers}
          <small className="muted op-check-hint">{texts.tellPayersHint}</small>
        </span>
      </label>
    </FormDialog>
  )
}

type PriceInput = {
  plan: (typeof soldPlans)[number]
  interval: (typeof sold)[number]
  currency: Currency
  amount: string
  from: string
  announce: boolean
}

function What({ texts, form }: { texts: InstallationTexts; form: Form<PriceInput> }) {
  const plans = soldPlans.map(value => ({ value, text: planNames[value] ?? value }))
  return (
    <div className="op-three">
      <SelectField label={texts.plan} options={plans} {...form.choice('plan')} />
      <SelectField
        label={texts.interval}
        options={sold.map(value => ({ value, text: texts[value] }))}
        {...form.choice('interval')}
      />
      <SelectField
        label={texts.currency}
        options={currencies.map(value => ({ value, text: value }))}
        {...form.choice('currency')}
      />
    </div>
  )
}

/** In the smallest unit: '699.000' đồng, '29.00' or '29,5' dollars; undefined if it is no amount. */
function coinsOf(typed: string, currency: Currency): number | undefined {
  const text = typed.trim()
  if (currency === 'VND') {
    const whole = /^\d{1,3}(?:[.,\s]?\d{3})*$|^\d+$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : 0
    return whole > 0 ? whole : undefined
  }
  const [, dollars, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  const coins = dollars === undefined ? 0 : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  return coins > 0 ? coins : undefined
}
