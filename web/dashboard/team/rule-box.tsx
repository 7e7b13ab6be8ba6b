type Props = { label: string; hint: string; checked: boolean; disabled?: boolean; onCheck: (checked: boolean) => void }

/** A rule that is on or off, with what it means. */
export function RuleBox({ label, hint, checked, disabled = false, onCheck }: Props) {
  return (
    <label>
      <input
        type="checkbox"
        className="check"
        checked={checked}
        disabled={disabled}
        onChange={event => onCheck(event.target.checked)}
      />
      <span>
        <b>{label}</b>
        <span className="soft">{hint}</span>
      </span>
    </label>
  )
}
