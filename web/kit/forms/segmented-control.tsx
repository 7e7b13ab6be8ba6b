export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: Value
  options: { value: Value; text: string; lang?: string; name?: string }[]
  onChoose: (value: Value) => void
}) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-label={option.name}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
