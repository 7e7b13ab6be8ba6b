import type { ReactNode } from 'react'
import { codeOf, messageOf } from '#web/data/api.ts'
import { ErrorState } from './error-state.tsx'

export type LoadErrorProps = {
  query: { error?: unknown; refetch(): unknown }
  /** What could not be loaded */
  failed: ReactNode
  /** What remains safe, shown before the reason */
  failedText?: string
  /** In one line, without the reason */
  brief?: boolean
  className?: string
}

export function LoadError({ query, failed, failedText = '', ...look }: LoadErrorProps) {
  return (
    <ErrorState
      {...look}
      title={failed}
      text={`${failedText} ${messageOf(query.error)}`}
      code={codeOf(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}
