/** An on-off switch that acts at once. `label` names what it switches, whatever its state. */
export function Switch({
  on,
  label,
  onSwitch,
  disabled = false,
  busy = false,
  describedBy,
}: {
  on: boolean
  label: string
  onSwitch: (on: boolean) => void
  disabled?: boolean
  /** While the change is on its way further presses are ignored. */
  busy?: boolean
  describedBy?: string
}) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => {
        if (!busy) onSwitch(!on)
      }}
    />
  )
}
