import { blocksOf } from './passage-blocks.ts'
import { TableFrame } from './table-frame.tsx'
import './passage-text.css'

type Range = { from: number; to: number }

export function PassageText({
  text,
  cited = [],
  onlyCited = false,
}: {
  text: string
  cited?: readonly Range[]
  onlyCited?: boolean
}) {
  const touches = ({ from, to }: Range) => cited.some(range => range.from < to && range.to > from)
  return blocksOf(text).map(block => {
    if (block.kind === 'words')
      return onlyCited ? null : (
        <p key={block.from} className="passage-words">
          {block.text}
        </p>
      )
    const chosen = block.rows.findIndex(touches)
    const rows = onlyCited
      ? block.rows.filter((_, at) => Math.abs(at - chosen) < 2 || touches(block.rows[at]!))
      : block.rows
    if (rows.length === 0) return null
    return (
      <TableFrame key={block.from} className="passage-table" head={block.head}>
        {rows.map(row => (
          <tr key={row.from} className={touches(row) ? 'passage-row-used' : undefined}>
            {row.cells.map((cell, at) =>
              at === 0 ? (
                <th key={at} scope="row">
                  {touches(row) ? <mark>{cell}</mark> : cell}
                </th>
              ) : (
                <td key={at}>{touches(row) && cell ? <mark>{cell}</mark> : cell}</td>
              ),
            )}
          </tr>
        ))}
      </TableFrame>
    )
  })
}
