import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import './charts.css'
import { FiguresTable } from './figures-table.tsx'

export type ChartTable = { head: string[]; rows: (string | number)[][] }
export type LegendEntry = { name: string; colour: string; line?: 'solid' | 'dashed' }

export function ChartPanel({
  title,
  legend = [],
  table,
  words,
  foot,
  children,
}: {
  title: string
  legend?: LegendEntry[]
  table: ChartTable
  words: { asTable: string; asChart: string }
  foot?: ReactNode
  children: ReactNode
}) {
  const [tabled, setTabled] = useState(false)
  const id = useId()
  const other = tabled ? words.asChart : words.asTable
  return (
    <section className="panel chart-panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {!tabled && <Legend entries={legend} />}
        <Button
          look="quiet"
          size="sm"
          icon={tabled ? 'chart-column' : 'table'}
          aria-label={`${other}: ${title}`}
          onClick={() => setTabled(!tabled)}
        >
          {other}
        </Button>
      </header>
      {tabled ? (
        // Wide tables must also scroll by keyboard.
        <div className="chart-table" tabIndex={0} role="group" aria-label={title}>
          <FiguresTable {...table} />
        </div>
      ) : (
        children
      )}
      {foot}
    </section>
  )
}

function Legend({ entries }: { entries: LegendEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className="chart-legend">
      {entries.map(({ name, colour, line }) => (
        <li key={name}>
          <i data-line={line} style={{ '--colour': colour }} />
          {name}
        </li>
      ))}
    </ul>
  )
}
