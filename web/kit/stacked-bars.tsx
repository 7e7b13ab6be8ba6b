import { useId } from 'react'
import { labelEvery, ticksFor } from './chart-scale.ts'
import { useWidth } from './use-width.ts'

export type Bar = { label: string; name: string; parts: { colour: string; value: number }[] }

const height = 238
const left = 40
const bottom = 212
const top = 16

/** Columns of parts, one on another. `summary` says in words what the eye sees. */
export function StackedBars({
  title,
  summary,
  bars,
  write,
}: {
  title: string
  summary: string
  bars: Bar[]
  write: (value: number) => string
}) {
  const [element, width] = useWidth<HTMLDivElement>()
  const id = useId()
  const totals = bars.map(bar => bar.parts.reduce((sum, part) => sum + part.value, 0))
  const largest = Math.max(...totals, 0)
  const ticks = ticksFor(largest)
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - top)
  const slot = (width - left) / Math.max(bars.length, 1)
  const thick = Math.min(Math.max(slot * 0.52, 2), 44)
  const every = labelEvery(bars.length, width - left)
  const peak = totals.indexOf(largest)
  return (
    <div ref={element} className="chart" style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-labelledby={`${id}t ${id}d`}>
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{summary}</desc>
          {ticks.map(tick => (
            <g key={tick}>
              <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} data-base={tick === 0 || undefined} />
              <text x={left - 8} y={y(tick) + 4} textAnchor="end">
                {write(tick)}
              </text>
            </g>
          ))}
          {bars.map((bar, place) => {
            const x = left + slot * place + (slot - thick) / 2
            return (
              <g key={bar.name}>
                <title>{`${bar.name}: ${write(totals[place] ?? 0)}`}</title>
                <rect x={left + slot * place} y={top} width={slot} height={bottom - top} fill="transparent" />
                <Parts bar={bar} x={x} thick={thick} y={y} />
                {place % every === 0 && (
                  <text x={x + thick / 2} y={bottom + 20} textAnchor="middle">
                    {bar.label}
                  </text>
                )}
                {place === peak && largest > 0 && (
                  <text className="chart-strong" x={x + thick / 2} y={y(largest) - 5} textAnchor="middle">
                    {write(largest)}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}

function Parts({ bar, x, thick, y }: { bar: Bar; x: number; thick: number; y: (value: number) => number }) {
  const shown = bar.parts.filter(part => part.value > 0)
  let below = 0
  return shown.map((part, place) => {
    const from = y(below) - (place > 0 ? 1.5 : 0)
    below += part.value
    const to = Math.min(y(below), from - 1)
    const round = place === shown.length - 1 ? Math.min(5, from - to, thick / 2) : 0
    const path = `M${x} ${from}V${to + round}q0-${round} ${round}-${round}h${thick - 2 * round}q${round} 0 ${round} ${round}V${from}Z`
    return <path key={part.colour} d={path} fill={part.colour} />
  })
}
