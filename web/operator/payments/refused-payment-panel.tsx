import { useState } from 'react'
import type { DeskRefusedPayment } from '#shared/contracts/operator.results.ts'
import { formatAnyMoney } from '#shared/rules/money/money.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, useRefusedPayments } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'

const providers = { bank: 'VietQR', stripe: 'Stripe', payoneer: 'Payoneer' } as const

/** Payments in another currency than their order's must be returned. Rare: hidden when empty. */
export function RefusedPaymentPanel() {
  const texts = useTexts(operatorTexts)
  const amountOf = useAmount()
  const query = useRefusedPayments()
  const [asked, setAsked] = useState<DeskRefusedPayment>()
  if (query.data?.length === 0 && !asked) return null
  return (
    <>
      <DeskPanel title={texts.refusedPayments} query={query} empty="">
        {payments => (
          <ul>
            {payments.map(payment => (
              <RefusedPayment key={payment.id} payment={payment} onReturned={() => setAsked(payment)} />
            ))}
          </ul>
        )}
      </DeskPanel>
      {asked && (
        <ActDialog
          title={fill(texts.refusedTitle, { amount: amountOf(asked) })}
          text={texts.refusedText}
          act={texts.markReturned}
          address="POST /api/v1/operator/refused-payments/:id/returned"
          id={asked.id}
          done={texts.refusedDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function useAmount(): (payment: DeskRefusedPayment) => string {
  const texts = useTexts(operatorTexts)
  const { language } = useLanguage()
  return ({ amount, currency }) => (amount > 0 ? formatAnyMoney(amount, currency, language) : texts.amountUnknown)
}

function RefusedPayment({ payment, onReturned }: { payment: DeskRefusedPayment; onReturned(): void }) {
  const texts = useTexts(operatorTexts)
  const times = useHouseTimes()
  const amountOf = useAmount()
  const { workspace, method, order_currency: currency, memo_code: code, reference, note, reported_at } = payment
  const name = workspace ?? texts.someWorkspace
  const about = { currency, code, method: providers[method], date: times.date(reported_at), reference }
  const byItself = method === 'stripe' && note === null
  return (
    <DeskItem name={name} amount={amountOf(payment)} text={fill(texts.refusedMeta, about)}>
      {note !== null && <Chip tone="bad">{fill(texts.refusedStuck, { note })}</Chip>}
      {byItself && <Chip tone="info">{texts.refusedOnWay}</Chip>}
      <span className="fill" />
      {!byItself && (
        <Button size="sm" icon="check" aria-label={`${texts.markReturned}: ${name}`} onClick={onReturned}>
          {texts.markReturned}
        </Button>
      )}
    </DeskItem>
  )
}
