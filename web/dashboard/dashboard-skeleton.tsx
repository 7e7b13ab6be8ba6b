import { Skeleton, SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { useMedia } from '#web/parts/page/use-media.ts'

export function DashboardSkeleton({ label }: { label: string }) {
  const phone = useMedia('(max-width: 767px)')
  const rail = useMedia('(max-width: 1099px)')
  return (
    <div className={rail && !phone ? 'app app-rail' : 'app'}>
      {!phone && (
        <div className="nav gap-4" aria-hidden="true">
          <Skeleton width={rail ? 28 : 96} height={28} />
          <Skeleton width={rail ? 44 : '100%'} height={rail ? 86 : 56} />
          {[64, 72, 58, 80, 66].map(width => (
            <Skeleton key={width} width={rail ? 24 : `${width}%`} height={16} />
          ))}
        </div>
      )}
      <main className="sheet" id="main" tabIndex={-1}>
        <div className="section-head">
          <h1 className="unseen">{label}</h1>
          <Skeleton width={140} height={18} />
        </div>
        <div className="section-body">
          <SkeletonRows rows={4} label={label} />
        </div>
      </main>
    </div>
  )
}
