import type { ReactNode } from 'react'
import { ChartSvg } from './chart-svg.tsx'
import { useWidth } from './use-width.ts'

/** In px; `margin` stays free at the right. */
export type ChartPlace = { height: number; left: number; margin: number; top: number; bottom: number }
export type Plot = { right: number; y: (value: number) => number }

export function ChartFrame({
  title,
  summary,
  place: { height, left, margin, top, bottom },
  ticks,
  write,
  children,
}: {
  title: string
  summary: string
  place: ChartPlace
  ticks: number[]
  write: (value: number) => string
  children: (plot: Plot) => ReactNode
}) {
  const [element, width] = useWidth<HTMLDivElement>()
  const right = width - margin
  const y = (value: number) => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - top)
  return (
    <div ref={element} className="chart" style={{ height }}>
      {width > 0 && (
        <ChartSvg title={title} summary={summary} width={width} height={height}>
          {ticks.map(tick => (
            <g key={tick}>
              <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} data-base={tick === 0 || undefined} />
              <text x={left - 8} y={y(tick) + 4} textAnchor="end">
                {write(tick)}
              </text>
            </g>
          ))}
          {children({ right, y })}
        </ChartSvg>
      )}
    </div>
  )
}
