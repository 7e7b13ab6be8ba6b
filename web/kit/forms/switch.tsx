/** Acts at once. `label` names what it switches, whatever its state. */
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
  /** Ignores presses while the change is being sent. */
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
