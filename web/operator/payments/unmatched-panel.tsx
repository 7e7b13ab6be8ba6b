import { useState } from 'react'
import type { Result } from '#shared/contracts/api.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, useTransfers } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'

type DeskTransfer = Result<'GET /api/v1/operator/transfers'>['transfers'][number]

export function UnmatchedPanel() {
  const texts = useTexts(operatorTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const [asked, setAsked] = useState<DeskTransfer>()
  const money = (amount: number) => formatMoney(amount, 'VND', language)
  return (
    <DeskPanel title={texts.unmatched} query={useTransfers()} empty={texts.noTransfers}>
      {transfers => (
        <>
          <ul>
            {transfers.map(transfer => (
              <DeskItem
                key={transfer.id}
                name={transfer.content || texts.noContent}
                amount={money(transfer.amount)}
                text={[times.dateAndClock(transfer.booked_at), transfer.reference].filter(Boolean).join(' · ')}
              >
                <Chip icon="circle-help">{transfer.reason && texts[transfer.reason]}</Chip>
                {transfer.suggestions.map(one => (
                  <Chip key={one.order_id} tone="info">
                    {fill(texts.suggestion, { name: one.workspace ?? texts.someWorkspace, code: one.memo_code })}
                  </Chip>
                ))}
                <span className="fill" />
                <Button
                  size="sm"
                  aria-label={fill(texts.attachOf, { amount: money(transfer.amount) })}
                  onClick={() => setAsked(transfer)}
                >
                  {texts.attach}
                </Button>
              </DeskItem>
            ))}
          </ul>
          {asked && (
            <ActDialog
              title={fill(texts.attachTitle, { amount: money(asked.amount) })}
              text={texts.attachText}
              act={texts.attach}
              fields={[{ name: 'memo_code', label: texts.memo, hint: texts.memoHint }]}
              address="POST /api/v1/operator/transfers/:id/attach"
              id={asked.id}
              done={texts.attached}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </DeskPanel>
  )
}
