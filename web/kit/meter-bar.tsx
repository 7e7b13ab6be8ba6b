import type { AriaAttributes } from 'react'
import './styles/meter-bar.css'

/** `share`: 0 to 1. Without a role it only draws what words beside it say. */
export function MeterBar({
  share,
  role,
  state,
  ...aria
}: AriaAttributes & {
  share: number
  role?: 'meter' | 'progressbar'
  state?: 'free' | 'almost' | 'reached' | undefined
}) {
  const values = role
    ? { role, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': Math.round(share * 100) }
    : { 'aria-hidden': true }
  return (
    <div className="meter-bar" data-state={state} {...values} {...aria}>
      <i style={{ width: `${share * 100}%` }} />
    </div>
  )
}
