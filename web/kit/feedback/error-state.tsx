import type { ReactNode } from 'react'
import { dataTexts } from '#shared/texts/dashboard/data-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from './notice.tsx'

type Props = {
  title: ReactNode
  text?: ReactNode
  /** What support can look up in the log */
  code?: string | undefined
  /** The title and the button in one line */
  brief?: boolean
  className?: string
  onRetry(): void
}

export function ErrorState({ title, text, code, brief, className = '', onRetry }: Props) {
  const { retry } = useTexts(dataTexts)
  if (brief)
    return (
      <p className={`row ${className}`} role="alert">
        {title}
        <Button size="sm" onClick={onRetry}>
          {retry}
        </Button>
      </p>
    )
  return (
    <div className="stack state-bad">
      <Notice tone="bad">
        <b>{title}</b> {text}
        {code && <div className="state-code">{code}</div>}
      </Notice>
      <Button icon="rotate-cw" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  )
}
