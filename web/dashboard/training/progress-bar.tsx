import { MeterBar } from '#web/kit/meter-bar.tsx'
import { PetalMeter, petalsForShare } from '#web/kit/petal-meter.tsx'

export function ProgressBar({ words, share, after }: { words: string; share: number; after?: string }) {
  return (
    <div className="training-progress">
      <span className="row num">
        <PetalMeter filled={petalsForShare(share)} width={28} />
        {words}
        {after && <span className="muted">· {after}</span>}
      </span>
      <MeterBar share={share} role="progressbar" aria-label={words} />
    </div>
  )
}
