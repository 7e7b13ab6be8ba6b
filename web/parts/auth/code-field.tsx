import { type ReactNode, useId } from 'react'
import { FieldFrame } from '#web/kit/forms/field.tsx'
import './code-field.css'

/**
 * Digits of an app or a mail. One input under the boxes, so that pasting, filling in by the phone, screen readers and
 * the Backspace key work as everywhere.
 */
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
  /** @param digits at most `length` of them; everything else that was typed or pasted is left out */
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
