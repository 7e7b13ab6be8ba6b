export function Skeleton({ width = '100%', height }: { width?: string | number; height?: number }) {
  return <span className="skeleton" style={{ width, height }} />
}

/** `label` says what is loading. */
export function SkeletonRows({ rows = 3, label }: { rows?: number | undefined; label: string | undefined }) {
  return (
    <div className="stack skeleton-rows" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="row gap-3">
          <span className="skeleton skeleton-petal" />
          <span className="fill stack">
            <Skeleton width={`${48 + ((row * 17) % 30)}%`} />
            <Skeleton width={`${76 + ((row * 11) % 18)}%`} />
          </span>
        </div>
      ))}
    </div>
  )
}
