import type { ReactNode } from 'react'

/** A table of a document, which scrolls by itself. */
export function TableFrame({ head, className, children }: { head: string[]; className: string; children: ReactNode }) {
  return (
    <div className={className} tabIndex={0} role="group" aria-label={head.filter(Boolean).join(', ')}>
      <table>
        <thead>
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
