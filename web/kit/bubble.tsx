import type { ReactNode } from 'react'

export type BubbleAuthor = 'contact' | 'bot' | 'member' | 'note'

export function Bubble({
  author,
  children,
  failed = false,
  lang,
}: {
  author: BubbleAuthor
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

export function TypingBubble({ author, label }: { author: BubbleAuthor; label: string }) {
  return (
    <div className={`drop drop-${author} typing`} role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  )
}
