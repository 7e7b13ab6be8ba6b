import { useId } from 'react'
import { ticksFor } from './chart-scale.ts'
import { useWidth } from './use-width.ts'

const height = 236
const left = 48
const bottom = 204
const top = 22

/** What adds up over a period, its limit, and where it leads if it goes on like this. */
export function LimitChart({
  title,
  summary,
  values,
  days,
  dayName,
  limit,
  reachedAfter,
  write,
}: {
  title: string
  summary: string
  /** The sum at the end of each day so far. */
  values: number[]
  /** Days of the whole period. */
  days: number
  dayName: (day: number) => string
  limit: { value: number; text: string } | undefined
  /** In how many days from the last value the limit is expected to be reached. */
  reachedAfter: number | undefined
  write: (value: number) => string
}) {
  const [element, width] = useWidth<HTMLDivElement>()
  const id = useId()
  const used = values.at(-1) ?? 0
  // A limit far above what is used would press the line flat to the ground.
  const near = limit && used * 8 >= limit.value
  const ticks = ticksFor(Math.max(used * (near ? 1 : 1.3), near ? limit.value : 0))
  const highest = ticks.at(-1) ?? 1
  const right = width - 14
  const y = (value: number) => bottom - (value / highest) * (bottom - top)
  // The period begins with nothing, at the left of its first day.
  const x = (done: number) => left + (done * (right - left)) / Math.max(days, 1)
  const line = [0, ...values].map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
  const end = values.length
  const reached =
    reachedAfter === undefined ? undefined : { x: x(end + reachedAfter), text: dayName(end - 1 + reachedAfter) }
  const marks = [0, 1, 2, 3].map(part => Math.round((part * (days - 1)) / 3))
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
          {[...new Set(marks)].map((day, place, all) => (
            <text
              key={day}
              x={x(day)}
              y={bottom + 20}
              textAnchor={place === 0 ? 'start' : place === all.length - 1 ? 'end' : 'middle'}
            >
              {dayName(day)}
            </text>
          ))}
          <path className="chart-area" d={`${line}L${x(end)} ${bottom}L${left} ${bottom}Z`} />
          <path className="chart-line" d={line} />
          {near && <LimitLine y={y(limit.value)} left={left} right={right} text={limit.text} reached={reached} />}
          {near && reached && (
            <path className="chart-before" d={`M${x(end)} ${y(used)}L${reached.x} ${y(limit.value)}`} />
          )}
          <circle className="chart-dot" cx={x(end)} cy={y(used)} r="5.5" />
        </svg>
      )}
    </div>
  )
}

/** The limit, and the day on which it is expected to be reached. Their words keep out of each other's way. */
function LimitLine({
  y,
  left,
  right,
  text,
  reached,
}: {
  y: number
  left: number
  right: number
  text: string
  reached: { x: number; text: string } | undefined
}) {
  const atLeft = reached !== undefined && reached.x > (left + right) / 2
  return (
    <>
      <line className="chart-limit" x1={left} x2={right} y1={y} y2={y} />
      <text className="chart-limit-text" x={atLeft ? left + 4 : right} y={y - 7} textAnchor={atLeft ? 'start' : 'end'}>
        {text}
      </text>
      {reached && (
        <>
          <circle className="chart-end" cx={reached.x} cy={y} r="4.5" />
          <text className="chart-limit-text" x={reached.x} y={y - 10} textAnchor="middle">
            {reached.text}
          </text>
        </>
      )}
    </>
  )
}
