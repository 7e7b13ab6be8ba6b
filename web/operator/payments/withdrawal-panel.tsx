import { useState } from 'react'
import type { DeskWithdrawal } from '#shared/contracts/referrals.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { withdrawalPolicy } from '#shared/rules/money/referral.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { payoutDeskTexts } from '#shared/texts/operator/payout-desk-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, useWithdrawals } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'
import { DisputedChip } from './disputed-chip.tsx'
import { PayoutFacts } from './payout-facts.tsx'
import { type Act, nameOf, wordsOf } from './withdrawal-words.ts'

const actsOf: Record<DeskWithdrawal['status'], Act[]> = {
  requested: ['approve', 'reject'],
  approved: ['sent', 'failed'],
  sent: ['paid', 'failed'],
}

export function WithdrawalPanel() {
  const texts = useTexts(payoutDeskTexts)
  const common = useTexts(operatorTexts)
  const { language } = useLanguage()
  const [asked, setAsked] = useState<{ withdrawal: DeskWithdrawal; act: Act }>()
  const above = formatMoney(withdrawalPolicy.twoAbove.VND, 'VND', language)
  return (
    <DeskPanel
      title={texts.withdrawals}
      hint={fill(texts.withdrawalsHint, { above })}
      query={useWithdrawals()}
      empty={texts.noWithdrawals}
    >
      {withdrawals => (
        <>
          <ul>
            {withdrawals.map(withdrawal => (
              <WithdrawalItem
                key={withdrawal.id}
                withdrawal={withdrawal}
                onAct={act => setAsked({ withdrawal, act })}
              />
            ))}
          </ul>
          {asked && (
            <ActDialog
              {...wordsOf(texts, asked.act, asked.withdrawal, {
                name: asked.withdrawal.workspace ?? common.someWorkspace,
                amount: formatMoney(asked.withdrawal.amount, asked.withdrawal.currency, language),
              })}
              address={`POST /api/v1/operator/withdrawals/:id/${asked.act}`}
              id={asked.withdrawal.id}
              onClose={() => setAsked(undefined)}
            >
              {asked.act === 'sent' && <PayoutFacts withdrawal={asked.withdrawal} />}
            </ActDialog>
          )}
        </>
      )}
    </DeskPanel>
  )
}

function WithdrawalItem({ withdrawal, onAct }: { withdrawal: DeskWithdrawal; onAct(act: Act): void }) {
  const texts = useTexts(payoutDeskTexts)
  const common = useTexts(operatorTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const { workspace, amount, currency, bank, ending, requested_by, requested_at, owed, status } = withdrawal
  const name = workspace ?? common.someWorkspace
  const meta = fill(texts.meta, {
    account: bank === null ? `Payoneer ${ending}` : `${bank} •••• ${ending}`,
    who: requested_by || texts.somebody,
    time: times.dateAndClock(requested_at),
  })
  return (
    <DeskItem
      name={name}
      amount={formatMoney(amount, currency, language)}
      text={
        <>
          {meta}
          {owed > 0 && (
            <span className="op-quote">{fill(texts.owed, { amount: formatMoney(owed, currency, language) })}</span>
          )}
        </>
      }
    >
      <StateOf withdrawal={withdrawal} />
      {withdrawal.disputed && <DisputedChip />}
      <span className="op-decide">
        {actsOf[status].map((act, index) => (
          <Button
            key={act}
            size="sm"
            look={index === 0 ? (act === 'approve' ? 'filled' : 'outline') : 'quiet'}
            aria-label={`${nameOf(texts, act, withdrawal)}: ${name}`}
            onClick={() => onAct(act)}
          >
            {nameOf(texts, act, withdrawal)}
          </Button>
        ))}
      </span>
    </DeskItem>
  )
}

function StateOf({ withdrawal }: { withdrawal: DeskWithdrawal }) {
  const texts = useTexts(payoutDeskTexts)
  const { status, needs_two, first_approved_at, first_approved_by, mine, reference } = withdrawal
  if (status === 'sent')
    return (
      <Chip tone="info" icon="clock">
        {fill(texts.sent, { reference: reference ?? '' })}
      </Chip>
    )
  if (status === 'approved')
    return (
      <Chip tone="ok" icon="circle-check">
        {texts.approved}
      </Chip>
    )
  const first = mine ? texts.firstByYou : fill(texts.firstBy, { name: first_approved_by || texts.somebody })
  return (
    <Chip tone="warning" icon="eye">
      {first_approved_at ? first : needs_two ? texts.needsTwo : texts.requested}
    </Chip>
  )
}
