import { type ReactNode, useId } from 'react'
import { FieldFrame } from './field.tsx'
import './code-field.css'

/** One input under the boxes, so that pasting, autofill, screen readers and Backspace work as usual. */
export function CodeField({
  label,
  labelHidden,
  hint,
  error,
  value,
  length = 6,
  small = false,
  autoFocus,
  onValue,
}: {
  label: string
  labelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
  value: string
  length?: number
  small?: boolean
  autoFocus?: boolean
  /** Only digits, at most `length` of them. */
  onValue: (digits: string) => void
}) {
  const id = useId()
  const next = Math.min(value.length, length - 1)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} labelHidden={labelHidden}>
      <div className={small ? 'code-field code-field-small' : 'code-field'}>
        <input
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          required
          autoFocus={autoFocus}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-words` : undefined}
          onChange={event => onValue(event.target.value.replace(/\D/g, '').slice(0, length))}
        />
        <div className="code-boxes" aria-hidden="true">
          {Array.from({ length }, (_, at) => (
            <i key={at} data-next={at === next || undefined}>
              {value[at]}
            </i>
          ))}
        </div>
      </div>
    </FieldFrame>
  )
}
