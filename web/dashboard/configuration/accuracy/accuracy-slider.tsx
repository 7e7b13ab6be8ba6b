import { useId } from 'react'
import type { RateStep } from '#shared/contracts/bot/gate.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { namedShares, percentOf, defaultShare } from './accuracy-steps.ts'

type Props = { steps: readonly RateStep[]; step: RateStep; onStep(step: RateStep): void }

export function AccuracySlider({ steps, step, onStep }: Props) {
  const texts = useTexts(gateTexts)
  const id = useId()
  const at = steps.indexOf(step)
  const names = new Map(namedShares.map((share, n) => [share, [texts.careful, texts.balanced, texts.talkative][n]]))
  return (
    <div className="rate-slider">
      <label className="unseen" htmlFor={id}>
        {texts.sliderLabel}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={at}
        aria-valuetext={fill(texts.sliderValue, { allowed: step.allowed, answered: percentOf(step.answered) })}
        style={{ '--share': `${(at / (steps.length - 1)) * 100}%` }}
        onChange={event => {
          const next = steps[Number(event.target.value)]
          if (next) onStep(next)
        }}
      />
      <div className="rate-names num">
        {steps
          .filter(one => names.has(one.allowed))
          .map(one => (
            <button key={one.allowed} type="button" aria-pressed={one === step} onClick={() => onStep(one)}>
              <b>{names.get(one.allowed)}</b>
              <span>
                {one.allowed === defaultShare ? fill(texts.recommended, { allowed: one.allowed }) : `${one.allowed}%`}
              </span>
            </button>
          ))}
      </div>
    </div>
  )
}
