/** The first of each row names it. */
export function FiguresTable({
  head,
  rows,
  className = '',
}: {
  head: string[]
  rows: (string | number)[][]
  className?: string
}) {
  return (
    <table className={`rows num ${className}`}>
      <thead>
        <tr>
          {head.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {cells.map((cell, place) => (
              <td key={head[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
