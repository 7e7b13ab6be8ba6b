import { PetalMeter, petalsForShare } from '#web/kit/petal-meter.tsx'

export function ProgressBar({ words, share, after }: { words: string; share: number; after?: string }) {
  return (
    <div className="training-progress">
      <span className="row num">
        <PetalMeter filled={petalsForShare(share)} width={28} />
        {words}
        {after && <span className="muted">· {after}</span>}
      </span>
      <div
        className="training-bar"
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
