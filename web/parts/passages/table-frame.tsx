import type { ReactNode } from 'react'

type Props = {
  head: string[]
  className: string
  /** On phones its rows are cards. */
  cards?: boolean
  children: ReactNode
}

/** A table of a document, which scrolls by itself. */
export function TableFrame({ head, className, cards = false, children }: Props) {
  return (
    <div className={className} tabIndex={0} role="group" aria-label={head.filter(Boolean).join(', ')}>
      <table>
        <thead className={cards ? 'unseen-narrow' : undefined}>
          <tr>
            {head.map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
