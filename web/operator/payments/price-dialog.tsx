import { type FormEvent, useRef, useState } from 'react'
import { type Currency, currencies } from '#shared/rules/money/money.ts'
import { type InstallationTexts, installationTexts } from '#shared/texts/operator/installation-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { intervals, soldPlans } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useDeskAct } from '#web/operator/desk-lists.ts'

const sold = [...intervals, 'once'] as const

/** A price from a day to come. Stays open while it is refused. */
export function PriceDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(installationTexts)
  const common = useTexts(operatorTexts)
  const run = useDeskAct()
  const form = useRef<HTMLFormElement>(null)
  const [wish, setWish] = useState<Wish>({ plan: 'hobby', interval: 'month', currency: 'VND', amount: '', from: '' })
  const [announce, setAnnounce] = useState(true)
  const [wrong, setWrong] = useState<{ amount?: string; from?: string }>({})
  const { busy, problem, perform } = useAction({ once: true })
  const set = (change: Partial<Wish>) => {
    setWish(before => ({ ...before, ...change }))
    // What is being mended is not complained about.
    setWrong(({ amount, from }) => ({
      ...(amount && change.amount === undefined ? { amount } : {}),
      ...(from && change.from === undefined ? { from } : {}),
    }))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const amount = coinsOf(wish.amount, wish.currency)
    const found = { ...(amount ? {} : { amount: texts.amountWrong }), ...(wish.from ? {} : { from: texts.required }) }
    setWrong(found)
    if (!amount || Object.keys(found).length > 0) return focusFirstError(form.current)
    await perform(async () => {
      await run('POST /api/v1/operator/prices', { body: { ...wish, amount, announce } })
      showToast(texts.priceSet)
      onClose()
    })
  }

  return (
    <Dialog open title={texts.newPriceTitle} onClose={onClose}>
      <form ref={form} className="stack op-form" onSubmit={event => void submit(event)} noValidate>
        <p className="soft">{texts.newPriceText}</p>
        <What texts={texts} wish={wish} set={set} />
        <Field
          label={wish.currency === 'VND' ? texts.amountVnd : texts.amountUsd}
          inputMode={wish.currency === 'VND' ? 'numeric' : 'decimal'}
          autoComplete="off"
          error={wrong.amount}
          value={wish.amount}
          onValue={amount => set({ amount })}
        />
        <Field label={texts.from} type="date" error={wrong.from} value={wish.from} onValue={from => set({ from })} />
        <label className="row op-check">
          <input type="checkbox" checked={announce} onChange={event => setAnnounce(event.target.checked)} />
          <span>
            {texts.tellPayers}
            <small className="muted op-check-hint">{texts.tellPayersHint}</small>
          </span>
        </label>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="filled" type="submit" busy={busy} busyText={common.working}>
            {texts.setPrice}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Wish = {
  plan: (typeof soldPlans)[number]
  interval: (typeof sold)[number]
  currency: Currency
  amount: string
  from: string
}

function What({ texts, wish, set }: { texts: InstallationTexts; wish: Wish; set(change: Partial<Wish>): void }) {
  const plans = soldPlans.map(value => ({ value, text: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))
  return (
    <div className="op-three">
      <SelectField label={texts.plan} value={wish.plan} options={plans} onChoose={plan => set({ plan })} />
      <SelectField
        label={texts.interval}
        value={wish.interval}
        options={sold.map(value => ({ value, text: texts[value] }))}
        onChoose={interval => set({ interval })}
      />
      <SelectField
        label={texts.currency}
        value={wish.currency}
        options={currencies.map(value => ({ value, text: value }))}
        onChoose={currency => set({ currency })}
      />
    </div>
  )
}

/** What was typed, in the currency's smallest coin: '699.000' đồng, '29.00' or '29,5' dollars. @returns undefined for no amount */
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
