import { useState } from 'react'
import type { DeskReturnedPart } from '#shared/contracts/operator.results.ts'
import { formatMoney } from '#shared/rules/money/money.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from '#web/operator/act-dialog.tsx'
import { useHouseTimes, useReturnedParts } from '#web/operator/desk-lists.ts'
import { DeskItem, DeskPanel } from '#web/operator/desk-panel.tsx'

/** Payoneer does not say how much it returned, so a person does. Rare: hidden when empty. */
export function ReturnedPartPanel() {
  const texts = useTexts(operatorTexts)
  const { language } = useLanguage()
  const query = useReturnedParts()
  const [asked, setAsked] = useState<DeskReturnedPart>()
  if (query.data?.length === 0 && !asked) return null
  return (
    <>
      <DeskPanel title={texts.returnedParts} query={query} empty="">
        {parts => (
          <ul>
            {parts.map(part => (
              <ReturnedPart key={part.id} part={part} onWrite={() => setAsked(part)} />
            ))}
          </ul>
        )}
      </DeskPanel>
      {asked && (
        <ActDialog
          title={fill(texts.returnedTitle, { name: asked.workspace ?? texts.someWorkspace })}
          text={fill(texts.returnedText, { amount: formatMoney(asked.amount, asked.currency, language) })}
          act={texts.writeReturned}
          fields={[
            {
              name: 'total',
              label: fill(texts.returnedTotal, { currency: asked.currency }),
              amount: asked.currency,
            },
          ]}
          address="POST /api/v1/operator/returned-parts/:id/settle"
          id={asked.id}
          done={texts.returnedDone}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function ReturnedPart({ part, onWrite }: { part: DeskReturnedPart; onWrite(): void }) {
  const texts = useTexts(operatorTexts)
  const { language } = useLanguage()
  const times = useHouseTimes()
  const { workspace, amount, currency, booked, memo_code: code, reference, paid_at } = part
  const name = workspace ?? texts.someWorkspace
  return (
    <DeskItem
      name={name}
      amount={formatMoney(amount, currency, language)}
      text={fill(texts.returnedPartMeta, { date: times.date(paid_at), code, reference })}
    >
      {booked > 0 && <Chip>{fill(texts.bookedSoFar, { amount: formatMoney(booked, currency, language) })}</Chip>}
      <span className="fill" />
      <Button size="sm" icon="pencil" aria-label={`${texts.writeReturned}: ${name}`} onClick={onWrite}>
        {texts.writeReturned}
      </Button>
    </DeskItem>
  )
}
