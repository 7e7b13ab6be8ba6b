import { ChartSvg } from './chart-svg.tsx'
import { useWidth } from './use-width.ts'

const left = 30
const gap = 3
const shades = 5

/** The darker, the more. `summary` describes it for screen readers. */
export function HeatMap({
  title,
  summary,
  rows,
  columnNames,
  cellTitle,
}: {
  title: string
  summary: string
  rows: { label: string; values: number[] }[]
  /** Below the columns; empty names are left out. */
  columnNames: string[]
  cellTitle: (row: string, column: number, value: number) => string
}) {
  const [element, width] = useWidth<HTMLDivElement>()
  const cell = Math.max((width - left) / columnNames.length, 4)
  // Row labels need their height even when columns are narrow.
  const tall = Math.max(Math.min(cell, 28), 15)
  const space = cell < 14 ? 2 : gap
  const max = Math.max(...rows.flatMap(row => row.values), 1)
  const height = rows.length * tall + 22
  return (
    <div ref={element} className="chart chart-heat">
      {width > 0 && (
        <ChartSvg title={title} summary={summary} width={width} height={height}>
          {rows.map((row, line) => (
            <g key={row.label}>
              <text x={0} y={line * tall + tall / 2 + 3}>
                {row.label}
              </text>
              {row.values.map((value, column) => (
                <rect
                  key={columnNames[column] || column}
                  data-shade={shadeOf(value, max)}
                  x={left + column * cell}
                  y={line * tall}
                  width={cell - space}
                  height={tall - space}
                  rx={cell < 14 ? 2 : 4}
                >
                  <title>{cellTitle(row.label, column, value)}</title>
                </rect>
              ))}
            </g>
          ))}
          {columnNames.map((name, column) =>
            name ? (
              <text key={name} x={left + column * cell} y={height - 4}>
                {name}
              </text>
            ) : null,
          )}
        </ChartSvg>
      )}
    </div>
  )
}

/** 0 for nothing, then 1 to 4 by quarters of the largest. */
function shadeOf(value: number, max: number): number {
  return value === 0 ? 0 : Math.min(Math.ceil((value / max) * (shades - 1)), shades - 1)
}

export function HeatScale({ few, many }: { few: string; many: string }) {
  return (
    <span className="chart-legend" aria-hidden="true">
      {few}
      {Array.from({ length: shades }, (_, shade) => (
        <i key={shade} data-shade={shade} />
      ))}
      {many}
    </span>
  )
}
