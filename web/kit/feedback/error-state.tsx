import type { ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Notice } from './notice.tsx'

/** What failed, what is safe, a way to try again, and the code that support can find in the log. */
export function ErrorState({
  title,
  text,
  code,
  retry,
}: {
  title: string
  text?: ReactNode
  code?: string | undefined
  retry?: { text: string; run: () => void }
}) {
  return (
    <div className="stack items-start">
      <Notice tone="bad">
        <b>{title}</b> {text}
        {code && <div className="font-mono text-xs">{code}</div>}
      </Notice>
      {retry && (
        <Button icon="rotate-cw" onClick={retry.run}>
          {retry.text}
        </Button>
      )}
    </div>
  )
}
