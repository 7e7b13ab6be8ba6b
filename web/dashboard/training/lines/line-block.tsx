import type { ReactNode } from 'react'
import { TableFrame } from '#web/parts/passages/table-frame.tsx'
import type { DocumentLine, LineBlock } from './document-lines.ts'
import { LineMark, LineWords } from './shown-line.tsx'

type Props = {
  block: LineBlock
  chosen: string | undefined
  onChoose(line: DocumentLine): void
  /** Under the chosen line, where there is no room beside the document. */
  below: ReactNode
}

export function LineBlockView({ block, chosen, onChoose, below }: Props) {
  if (block.kind === 'words')
    return block.lines.map(line => (
      <div key={line.key} className="line" {...attributesOf(line, chosen)}>
        {line.state === 'none' ? (
          <p>{line.text}</p>
        ) : (
          <LineButton line={line} chosen={chosen} onChoose={onChoose}>
            <LineWords line={line} text={line.text} />
          </LineButton>
        )}
        <LineMark line={line} />
        {line.key === chosen && below}
      </div>
    ))
  return (
    <TableFrame className="line-table" head={block.head}>
      {block.lines.map(line => (
        <Row key={line.key} line={line} head={block.head} chosen={chosen} onChoose={onChoose} below={below} />
      ))}
    </TableFrame>
  )
}

function attributesOf({ state, key }: DocumentLine, chosen: string | undefined) {
  return { 'data-state': state, 'aria-current': key === chosen || undefined }
}

function Row({ line, head, chosen, onChoose, below }: Omit<Props, 'block'> & { line: DocumentLine; head: string[] }) {
  const cells = line.cells ?? []
  return (
    <>
      <tr {...attributesOf(line, chosen)}>
        {cells.map((cell, at) =>
          at === 0 ? (
            <th key={at} scope="row">
              <LineButton line={line} chosen={chosen} onChoose={onChoose}>
                <LineWords line={line} text={cell || '–'} head={head[0]} />
              </LineButton>
              <LineMark line={line} />
            </th>
          ) : (
            <td key={at} data-head={head[at] || undefined} data-empty={cell === '' || undefined}>
              {cell === '' ? <span aria-hidden="true">–</span> : <LineWords line={line} text={cell} head={head[at]} />}
            </td>
          ),
        )}
      </tr>
      {line.key === chosen && below && (
        <tr className="line-below">
          <td colSpan={Math.max(head.length, cells.length)}>{below}</td>
        </tr>
      )}
    </>
  )
}

function LineButton({
  line,
  chosen,
  onChoose,
  children,
}: Pick<Props, 'chosen' | 'onChoose'> & { line: DocumentLine; children: ReactNode }) {
  return (
    <button
      type="button"
      className="line-button"
      data-line={line.key}
      aria-expanded={line.key === chosen}
      onClick={() => onChoose(line)}
    >
      {children}
    </button>
  )
}
