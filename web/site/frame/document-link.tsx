import type { ReactNode } from 'react'
import { addressIn, type DocumentAddress } from '#shared/addresses.ts'
import type { Language } from '#shared/words.ts'

export function DocumentLink({
  language,
  to,
  at = '',
  className,
  current = false,
  children,
}: {
  language: Language
  to: DocumentAddress
  at?: string
  className?: string
  current?: boolean
  children: ReactNode
}) {
  return (
    <a
      className={className}
      href={addressIn(language, to) + at}
      data-next=""
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </a>
  )
}
