import type { ReactNode } from 'react'
import { TableFrame } from '#web/parts/passages/table-frame.tsx'
import type { DocumentLine, LineBlock } from './document-lines.ts'
import { LineMark, LineWords } from './shown-line.tsx'

type Props = {
  block: LineBlock
  chosen: string | undefined
  /** The document's one tab stop; arrows move it. */
  tabStop: string | undefined
  onChoose(line: DocumentLine): void
  /** Under the chosen line, where there is no room beside the document. */
  below: ReactNode
}

export function LineBlockView({ block, chosen, tabStop, onChoose, below }: Props) {
  if (block.kind === 'words')
    return block.lines.map(line => (
      <div key={line.key} className="line" {...attributesOf(line, chosen)}>
        {line.state === 'none' ? (
          <p>{line.text}</p>
        ) : (
          <LineButton line={line} chosen={chosen} tabStop={tabStop} onChoose={onChoose}>
            <LineWords line={line} text={line.text} />
          </LineButton>
        )}
        <LineMark line={line} />
        {line.key === chosen && below}
      </div>
    ))
  return (
    <TableFrame className="line-table" cards head={block.head}>
      {block.lines.map(line => (
        <Row key={line.key} line={line} head={block.head} {...{ chosen, tabStop, onChoose, below }} />
      ))}
    </TableFrame>
  )
}

function attributesOf({ state, key }: DocumentLine, chosen: string | undefined) {
  return { 'data-state': state, 'aria-current': key === chosen || undefined }
}

type RowProps = Omit<Props, 'block'> & { line: DocumentLine; head: string[] }

function Row({ line, head, chosen, tabStop, onChoose, below }: RowProps) {
  const cells = line.cells ?? []
  return (
    <>
      <tr {...attributesOf(line, chosen)}>
        {cells.map((cell, at) =>
          at === 0 ? (
            <th key={at} scope="row">
              <LineButton line={line} chosen={chosen} tabStop={tabStop} onChoose={onChoose}>
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

type ButtonProps = Omit<Props, 'block' | 'below'> & { line: DocumentLine; children: ReactNode }

function LineButton({ line, chosen, tabStop, onChoose, children }: ButtonProps) {
  return (
    <button
      type="button"
      className="line-button"
      data-line={line.key}
      tabIndex={line.key === tabStop ? 0 : -1}
      aria-expanded={line.key === chosen}
      onClick={() => onChoose(line)}
    >
      {children}
    </button>
  )
}
