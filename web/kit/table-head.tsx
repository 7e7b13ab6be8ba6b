/**
 * The first row of a table of rows.
 * On phones such a table is laid out as cards, which would take the roles away: they are named.
 */
export function TableHead({
  columns,
  actions,
}: {
  columns: string[]
  /** what a last column of buttons is called, for who cannot see them */
  actions?: string
}) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(name => (
          <th key={name} role="columnheader" scope="col">
            {name}
          </th>
        ))}
        {actions && (
          <th role="columnheader" scope="col">
            <span className="unseen">{actions}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
