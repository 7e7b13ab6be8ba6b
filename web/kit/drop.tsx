import type { ReactNode } from 'react'

export type DropAuthor = 'contact' | 'bot' | 'member' | 'note'

/** A message: a drop whose sharp corner points at its speaker. Customers' words carry their language in `lang`. */
export function Drop({
  author,
  children,
  failed = false,
  lang,
}: {
  author: DropAuthor
  children: ReactNode
  failed?: boolean
  lang?: string | undefined
}) {
  return (
    <div className={`drop drop-${author} ${failed ? 'drop-failed' : ''}`} lang={lang}>
      {children}
    </div>
  )
}

/** Somebody is writing. */
export function TypingDrop({ author, label }: { author: DropAuthor; label: string }) {
  return (
    <div className={`drop drop-${author} typing`} role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}
