import type { RateStep } from '#shared/contracts/bot/gate.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { FiguresTable } from '#web/kit/charts/figures-table.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useMedia } from '#web/parts/page/use-media.ts'
import { namedShares, percentOf } from './accuracy-steps.ts'

const height = 200
const edge = { left: 40, right: 16, top: 26, bottom: 30 }

type Props = { steps: readonly RateStep[]; step: RateStep }

export function AccuracyChart({ steps, step }: Props) {
  const texts = useTexts(gateTexts)
  const width = useMedia('(min-width: 768px)') ? 640 : 320
  const max = steps.at(-1)?.allowed ?? 10
  const x = (allowed: number) => edge.left + (allowed / max) * (width - edge.left - edge.right)
  const y = (answered: number) => height - edge.bottom - answered * (height - edge.top - edge.bottom)
  const line = steps.map(one => `${x(one.allowed).toFixed(1)},${y(one.answered).toFixed(1)}`).join(' ')
  const right = x(step.allowed) > width - 150
  return (
    <figure className="rate-curve">
      <figcaption className="muted">{texts.curveTitle}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map(share => (
          <g key={share}>
            <line className="rate-grid" x1={edge.left} x2={width - edge.right} y1={y(share)} y2={y(share)} />
            <text x={edge.left - 8} y={y(share) + 4} textAnchor="end">
              {percentOf(share)}%
            </text>
          </g>
        ))}
        {namedShares.map(share => (
          <text key={share} x={x(share)} y={height - 10} textAnchor={share === max ? 'end' : 'middle'}>
            {share}%
          </text>
        ))}
        <polyline className="rate-line" points={line} />
        {steps
          .filter(one => namedShares.includes(one.allowed) && one !== step)
          .map(one => (
            <circle key={one.allowed} className="rate-named" cx={x(one.allowed)} cy={y(one.answered)} r="4.5" />
          ))}
        <line
          className="rate-chosen-line"
          x1={x(step.allowed)}
          x2={x(step.allowed)}
          y1={y(step.answered)}
          y2={height - edge.bottom}
        />
        <circle className="rate-chosen" cx={x(step.allowed)} cy={y(step.answered)} r="6.5" />
        <text
          className="rate-words"
          x={x(step.allowed) + (right ? -12 : 12)}
          y={y(step.answered) - 12}
          textAnchor={right ? 'end' : 'start'}
        >
          {fill(texts.curvePoint, { answered: percentOf(step.answered) })}
        </text>
      </svg>
      <p className="muted rate-axis" aria-hidden="true">
        {texts.curveAxis}
      </p>
      <details>
        <summary>{texts.curveTable}</summary>
        <FiguresTable
          head={[texts.columnAllowed, texts.columnAnswered, texts.columnWrong]}
          rows={steps.map(({ allowed, answered, wrong }) => [
            `${allowed}%`,
            `${percentOf(answered)}%`,
            `${(wrong * 100).toFixed(1)}%`,
          ])}
        />
      </details>
    </figure>
  )
}
