import { ChartFrame, type Plot } from './chart-frame.tsx'
import { ticksFor } from './chart-scale.ts'

type Growth = {
  /** Running total at the end of each day so far. */
  values: number[]
  days: number
  dayName: (day: number) => string
  limit: { value: number; text: string } | undefined
  /** Days from the last value until the limit is expected to be reached. */
  reachedAfter: number | undefined
}

const place = { height: 236, left: 48, margin: 14, top: 22, bottom: 204 }

export function LimitChart({
  title,
  summary,
  write,
  ...growth
}: Growth & { title: string; summary: string; write: (value: number) => string }) {
  const used = growth.values.at(-1) ?? 0
  // A limit far above the usage would flatten the line.
  const limit = growth.limit && used * 8 >= growth.limit.value ? growth.limit : undefined
  const ticks = ticksFor(Math.max(used * (limit ? 1 : 1.3), limit?.value ?? 0))
  return (
    <ChartFrame title={title} summary={summary} place={place} ticks={ticks} write={write}>
      {plot => <GrowthOver {...growth} limit={limit} plot={plot} />}
    </ChartFrame>
  )
}

function GrowthOver({ values, days, dayName, limit, reachedAfter, plot: { right, y } }: Growth & { plot: Plot }) {
  const { left, bottom } = place
  const used = values.at(-1) ?? 0
  // The period starts at zero, at the left of its first day.
  const x = (done: number) => left + (done * (right - left)) / Math.max(days, 1)
  const line = [0, ...values].map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
  const end = values.length
  const reached =
    reachedAfter === undefined ? undefined : { x: x(end + reachedAfter), text: dayName(end - 1 + reachedAfter) }
  const marks = [0, 1, 2, 3].map(part => Math.round((part * (days - 1)) / 3))
  return (
    <>
      {[...new Set(marks)].map((day, at, all) => (
        <text
          key={day}
          x={x(day)}
          y={bottom + 20}
          textAnchor={at === 0 ? 'start' : at === all.length - 1 ? 'end' : 'middle'}
        >
          {dayName(day)}
        </text>
      ))}
      <path className="chart-area" d={`${line}L${x(end)} ${bottom}L${left} ${bottom}Z`} />
      <path className="chart-line" d={line} />
      {limit && <LimitLine y={y(limit.value)} left={left} right={right} text={limit.text} reached={reached} />}
      {limit && reached && <path className="chart-before" d={`M${x(end)} ${y(used)}L${reached.x} ${y(limit.value)}`} />}
      <circle className="chart-dot" cx={x(end)} cy={y(used)} r="5.5" />
    </>
  )
}

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
