import { ChartFrame, type Plot } from './chart-frame.tsx'
import { labelEvery, ticksFor } from './chart-scale.ts'

export type Bar = { label: string; name: string; parts: { colour: string; value: number }[] }
type Columns = { bars: Bar[]; write: (value: number) => string }

const place = { height: 238, left: 40, margin: 0, top: 16, bottom: 212 }

export function StackedBars({ title, summary, ...columns }: Columns & { title: string; summary: string }) {
  const totals = columns.bars.map(bar => bar.parts.reduce((sum, part) => sum + part.value, 0))
  const ticks = ticksFor(Math.max(...totals, 0))
  return (
    <ChartFrame title={title} summary={summary} place={place} ticks={ticks} write={columns.write}>
      {plot => <ColumnsOver {...columns} totals={totals} plot={plot} />}
    </ChartFrame>
  )
}

function ColumnsOver({ bars, write, totals, plot: { right, y } }: Columns & { totals: number[]; plot: Plot }) {
  const { left, top, bottom } = place
  const max = Math.max(...totals, 0)
  const slot = (right - left) / Math.max(bars.length, 1)
  const thick = Math.min(Math.max(slot * 0.52, 2), 44)
  const every = labelEvery(bars.length, right - left)
  const peak = totals.indexOf(max)
  return bars.map((bar, at) => {
    const x = left + slot * at + (slot - thick) / 2
    return (
      <g key={bar.name}>
        <title>{`${bar.name}: ${write(totals[at] ?? 0)}`}</title>
        <rect x={left + slot * at} y={top} width={slot} height={bottom - top} fill="transparent" />
        <Parts bar={bar} x={x} thick={thick} y={y} />
        {at % every === 0 && (
          <text x={x + thick / 2} y={bottom + 20} textAnchor="middle">
            {bar.label}
          </text>
        )}
        {at === peak && max > 0 && (
          <text className="chart-strong" x={x + thick / 2} y={y(max) - 5} textAnchor="middle">
            {write(max)}
          </text>
        )}
      </g>
    )
  })
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
