import type { ComponentProps, ReactNode } from 'react'

type Column = string | { name: string; className: string }

/** Rows under named columns. On phones each row is a card, which would take the roles away: they are named. */
export function DataTable({
  columns,
  actions,
  caption,
  labelledBy,
  className,
  stays = false,
  children,
}: {
  columns: Column[]
  /** What a last column of buttons is called, for who cannot see them. */
  actions?: string
  /** What the table is called, for who cannot see what stands above it. */
  caption?: string
  /** The id of what is above it. */
  labelledBy?: string
  className: string
  /** A table on phones too. */
  stays?: boolean
  children: ReactNode
}) {
  return (
    <table className={`rows ${stays ? '' : 'cards'} ${className}`} role="table" aria-labelledby={labelledBy}>
      {caption && <caption className="unseen">{caption}</caption>}
      <thead role="rowgroup">
        <TableRow>
          {columns.map(column => {
            const { name, className: own } =
              typeof column === 'string' ? { name: column, className: undefined } : column
            return (
              <th key={name} role="columnheader" scope="col" className={own}>
                {name}
              </th>
            )
          })}
          {actions && (
            <th role="columnheader" scope="col">
              <span className="unseen">{actions}</span>
            </th>
          )}
        </TableRow>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr role="row" {...props} />
}

export function TableCell(props: ComponentProps<'td'>) {
  return <td role="cell" {...props} />
}
