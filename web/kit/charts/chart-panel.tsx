import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/kit/button.tsx'
import './charts.css'

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
      {tabled ? <FiguresTable title={title} table={table} /> : children}
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

function FiguresTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    // Wide tables must also scroll by keyboard.
    <div className="chart-table" tabIndex={0} role="group" aria-label={title}>
      <table className="rows num">
        <thead>
          <tr>
            {table.head.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([first, ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, place) => (
                <td key={table.head[place + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
