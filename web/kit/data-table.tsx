import type { ComponentProps, ReactNode } from 'react'

type Column = string | { name: string; className: string }

/** On phones rows are cards, which would lose the table roles: they are set explicitly. */
export function DataTable({
  columns,
  actions,
  caption,
  labelledBy,
  className,
  children,
}: {
  columns: Column[]
  /** For screen readers: the name of a last column of buttons. */
  actions?: string
  caption?: string
  labelledBy?: string
  className: string
  children: ReactNode
}) {
  return (
    <table className={`rows cards ${className}`} role="table" aria-labelledby={labelledBy}>
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
