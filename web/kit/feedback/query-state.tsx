import type { ReactNode } from 'react'
import { LoadError, type LoadErrorProps } from './load-error.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** A query, or a live list. */
export type Loading<Data> = LoadErrorProps['query'] & { data: Data | undefined }

type Props<Data> = LoadErrorProps & {
  query: Loading<Data>
  /** Says what is loading, to screen readers */
  loading?: string
  rows?: number
  /** Instead of rows; says itself what is loading */
  skeleton?: ReactNode
  /** Around skeleton and error */
  className?: string
  /** For null and for a list without items */
  empty?: ReactNode
  children?: (data: NonNullable<Data>) => ReactNode
}

/** What was loaded stays when loading it again fails. */
export function QueryState<Data>({
  className,
  loading,
  rows,
  skeleton = <SkeletonRows rows={rows} label={loading} />,
  empty,
  children,
  ...failure
}: Props<Data>) {
  const { data, error } = failure.query
  if (data === null || (empty && Array.isArray(data) && data.length === 0)) return empty
  if (data !== undefined) return children?.(data)
  return (
    // Not on the status itself: a busy one is not read out.
    <div className={className} aria-busy={!error}>
      {error ? <LoadError {...failure} /> : skeleton}
    </div>
  )
}

/** Loaded when all are, failed when one is; tries again what is missing. */
export function together<All extends unknown[]>(...queries: { [At in keyof All]: Loading<All[At]> }): Loading<All> {
  const missing = queries.filter(({ data }) => data === undefined)
  return {
    data: missing[0] ? undefined : (queries.map(({ data }) => data) as All),
    error: missing.find(({ error }) => error)?.error,
    refetch: () => missing.forEach(query => void query.refetch()),
  }
}
