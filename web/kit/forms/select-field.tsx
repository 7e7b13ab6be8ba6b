import { useId } from 'react'
import { FieldFrame } from './field.tsx'

export function SelectField<Value extends string>({
  label,
  labelHidden,
  value,
  options,
  onChoose,
  error,
  small = false,
  disabled = false,
}: {
  label: string
  labelHidden?: boolean
  value: Value
  options: { value: Value; text: string }[]
  onChoose: (value: Value) => void
  error?: string | undefined
  small?: boolean
  disabled?: boolean
}) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} labelHidden={labelHidden} error={error}>
      <select
        id={id}
        className={`input ${small ? 'input-sm' : ''}`}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-words` : undefined}
        disabled={disabled}
        onChange={event => onChoose(event.target.value as Value)}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
