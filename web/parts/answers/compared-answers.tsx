import type { ReactNode } from 'react'
import type { RunDetail } from '#shared/contracts/bot/bot.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Chip, type ChipTone } from '#web/kit/tag.tsx'
import './compared-answers.css'
import { DiffText } from './diff-text.tsx'
import { textDiff } from './text-diff.ts'

const order: RunDetail['verdict'][] = ['worse', 'better', 'changed']
const tones: Record<RunDetail['verdict'], ChipTone> = { worse: 'bad', better: 'ok', changed: 'plain' }

type Props = {
  details: RunDetail[]
  sides: { before: string; now: string }
  foot?: (detail: RunDetail) => ReactNode
}

export function ComparedAnswers({ details, sides, foot }: Props) {
  const texts = useTexts(gateTexts)
  return details
    .toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
    .map(detail => {
      const parts = textDiff(detail.before.reply, detail.now.reply)
      return (
        <article key={detail.case_id} className="compared-answer">
          <h3 className="row">
            <Chip tone={tones[detail.verdict]}>{texts[detail.verdict]}</Chip>
            {detail.question}
          </h3>
          <div className="compared">
            <div>
              <p className="muted">{sides.before}</p>
              <DiffText parts={parts.filter(part => part.kind !== 'added')} words={texts} />
            </div>
            <div>
              <p className="muted">{sides.now}</p>
              <DiffText parts={parts.filter(part => part.kind !== 'taken')} words={texts} />
            </div>
          </div>
          {foot?.(detail)}
        </article>
      )
    })
}
