import type { ReactNode } from 'react'
import { Button } from '#web/kit/button.tsx'
import { Notice } from './notice.tsx'

/** `code` is what support can look up in the log. */
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
