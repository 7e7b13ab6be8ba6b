import { useId } from 'react'
import { labelEvery, ticksFor } from './chart-scale.ts'
import { useWidth } from './use-width.ts'

/** `value` or `before` is null where there is nothing to measure. */
export type LinePoint = { label: string; name: string; value: number | null; before: number | null }

const height = 196
const left = 40
const bottom = 166
const top = 12

/** A line over time, and dashed behind it the one of the time before. */
export function LineChart({
  title,
  summary,
  points,
  write,
}: {
  title: string
  summary: string
  points: LinePoint[]
  write: (value: number) => string
}) {
  const [element, width] = useWidth<HTMLDivElement>()
  const id = useId()
  const largest = Math.max(...points.flatMap(point => [point.value ?? 0, point.before ?? 0]), 0)
  const ticks = ticksFor(largest)
  const right = width - 10
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - top)
  const x = (place: number) =>
    points.length < 2 ? (left + right) / 2 : left + 6 + (place * (right - left - 6)) / (points.length - 1)
  const place = (value: number | null, at: number) => (value === null ? [] : [{ x: x(at), y: y(value) }])
  const now = points.flatMap((point, at) => place(point.value, at))
  const before = points.flatMap((point, at) => place(point.before, at))
  const last = now.at(-1)
  const every = labelEvery(points.length, right - left)
  return (
    <div ref={element} className="chart" style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-labelledby={`${id}t ${id}d`}>
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{summary}</desc>
          {ticks.map(tick => (
            <g key={tick}>
              <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} data-base={tick === 0 || undefined} />
              <text x={left - 8} y={y(tick) + 4} textAnchor="end">
                {write(tick)}
              </text>
            </g>
          ))}
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
                <text x={x(at)} y={bottom + 20} textAnchor={at === 0 ? 'start' : 'middle'}>
                  {point.label}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

function pathOf(points: { x: number; y: number }[]): string {
  return points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}
