import { type Currency, formatMoney } from '#shared/rules/money/money.ts'
import { billingTexts } from '#shared/texts/billing/billing-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { usePlanName } from '#web/parts/workspace/plans.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Refundable } from './billing-rows.ts'

type Later = Refundable['later'][number]

export function RefundLater({
  later,
  chosen,
  onChoose,
}: {
  later: Later[]
  chosen: ReadonlySet<string>
  onChoose(orderId: string, chosen: boolean): void
}) {
  const texts = useTexts(billingTexts)
  if (later.length === 0) return null
  return (
    <fieldset className="choices billing-later">
      <legend>{texts.refundLater}</legend>
      <p className="muted">{texts.refundLaterHint}</p>
      {later.map(one => (
        <label key={one.order_id} className="row">
          <input
            type="checkbox"
            className="choice-mark"
            disabled={one.path === null}
            checked={chosen.has(one.order_id)}
            onChange={event => onChoose(one.order_id, event.target.checked)}
          />
          <LaterWords one={one} goes={chosen.has(one.order_id)} />
        </label>
      ))}
    </fieldset>
  )
}

function LaterWords({ one, goes }: { one: Later; goes: boolean }) {
  const texts = useTexts(billingTexts)
  const planName = usePlanName()
  const { language } = useLanguage()
  const { kind, plan, amount, credit, currency } = one
  const what = fill(kind === 'upgrade' ? texts.upgradeTo : texts.renewalOf, { plan: planName(plan) })
  const words = goes ? texts.refundLaterMoney : credit > 0 ? texts.refundLaterCredit : texts.refundLaterNothing
  return (
    <span className="num">
      {fill(words, { what, amount: formatMoney(goes ? amount : credit, currency, language) })}
    </span>
  )
}

/** By currency: '396.100đ + 29 USD'. */
export function refundSums(
  { amount, currency, later }: Pick<Refundable, 'amount' | 'currency' | 'later'>,
  chosen: ReadonlySet<string>,
): { money: Map<Currency, number>; credit: Map<Currency, number> } {
  const money = new Map([[currency, amount]])
  const credit = new Map<Currency, number>()
  for (const one of later) {
    const [sums, more] = chosen.has(one.order_id) ? [money, one.amount] : [credit, one.credit]
    if (more > 0) sums.set(one.currency, (sums.get(one.currency) ?? 0) + more)
  }
  return { money, credit }
}
