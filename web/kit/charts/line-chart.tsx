import { ChartFrame, type Plot } from './chart-frame.tsx'
import { labelEvery, ticksFor } from './chart-scale.ts'

/** null: nothing to measure. */
export type LinePoint = { label: string; name: string; value: number | null; before: number | null }
type Lines = { points: LinePoint[]; write: (value: number) => string }

const place = { height: 196, left: 40, margin: 10, top: 12, bottom: 166 }

export function LineChart({ title, summary, ...lines }: Lines & { title: string; summary: string }) {
  const max = Math.max(...lines.points.flatMap(point => [point.value ?? 0, point.before ?? 0]), 0)
  return (
    <ChartFrame title={title} summary={summary} place={place} ticks={ticksFor(max)} write={lines.write}>
      {plot => <LinesOver {...lines} plot={plot} />}
    </ChartFrame>
  )
}

function LinesOver({ points, write, plot: { right, y } }: Lines & { plot: Plot }) {
  const { left, top, bottom } = place
  const x = (at: number) =>
    points.length < 2 ? (left + right) / 2 : left + 6 + (at * (right - left - 6)) / (points.length - 1)
  const dot = (value: number | null, at: number) => (value === null ? [] : [{ x: x(at), y: y(value) }])
  const now = points.flatMap((point, at) => dot(point.value, at))
  const before = points.flatMap((point, at) => dot(point.before, at))
  const last = now.at(-1)
  const every = labelEvery(points.length, right - left, 60)
  return (
    <>
      <path className="chart-before" d={pathOf(before)} />
      {now.length > 1 && (
        <path className="chart-area" d={`${pathOf(now)}L${last?.x} ${bottom}L${now[0]?.x} ${bottom}Z`} />
      )}
      <path className="chart-line" d={pathOf(now)} />
      {last && <circle className="chart-dot" cx={last.x} cy={last.y} r="5" />}
      {points.map((point, at) => (
        <g key={point.name}>
          <title>{`${point.name}: ${point.value === null ? '–' : write(point.value)}`}</title>
          <rect x={x(at) - 8} y={top} width="16" height={bottom - top} fill="transparent" />
          {at % every === 0 && (
            <text x={x(at)} y={bottom + 20} textAnchor={anchorOf(at, points.length)}>
              {point.label}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

/** Inside the chart at both ends: "1 Dec" under the last point would be cut. */
function anchorOf(at: number, count: number): 'start' | 'middle' | 'end' {
  if (at === 0) return 'start'
  return at === count - 1 ? 'end' : 'middle'
}

function pathOf(points: { x: number; y: number }[]): string {
  return points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}
