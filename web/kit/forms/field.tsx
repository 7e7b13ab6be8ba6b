import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useTypedText } from './typed-text.ts'

type FrameProps = {
  label: string
  /** Replaced by an error. */
  hint?: ReactNode
  /** What is wrong and how to fix it; announced. */
  error?: string | undefined
  /** At the right of the label, e.g. "forgot password?"; Tab reaches it after the input. */
  aside?: ReactNode
  labelHidden?: boolean | undefined
}

export type FieldProps = FrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size'> & {
    onValue?: (value: string) => void
    small?: boolean
    below?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** Typed text passes the shared rule; a password arrives as typed. */
export function Field({
  label,
  hint,
  error,
  aside,
  labelHidden = false,
  onValue,
  small = false,
  below,
  className = '',
  type = 'text',
  ...rest
}: FieldProps) {
  const id = useId()
  const typed = useTypedText(onValue, type !== 'password')
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside} labelHidden={labelHidden} below={below}>
      <input
        id={id}
        type={type}
        className={`input ${small ? 'input-sm' : ''} ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-words` : undefined}
        {...typed}
        {...rest}
      />
    </FieldFrame>
  )
}

/** Pasting and password managers keep working. */
export function PasswordField({ show, hide, ...props }: Omit<FieldProps, 'type'> & { show: string; hide: string }) {
  const { label, hint, error, aside, labelHidden, onValue, below, className = '', ...rest } = props
  const [seen, setSeen] = useState(false)
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside} labelHidden={labelHidden} below={below}>
      <div className="input-with-button">
        <input
          id={id}
          type={seen ? 'text' : 'password'}
          className={`input ${className}`}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-words` : undefined}
          onChange={event => onValue?.(event.target.value)}
          {...rest}
        />
        <IconButton
          icon={seen ? 'eye-off' : 'eye'}
          label={seen ? hide : show}
          aria-controls={id}
          onClick={() => setSeen(!seen)}
        />
      </div>
    </FieldFrame>
  )
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  aside,
  labelHidden,
  below,
  children,
}: FrameProps & { id: string; below?: ReactNode; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      {children}
      {aside && <div className="field-aside">{aside}</div>}
      {below}
      {error ? (
        <p className="field-error" id={`${id}-words`} role="alert">
          <Icon name="circle-alert" size="sm" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <div className="hint" id={`${id}-words`}>
            {hint}
          </div>
        )
      )}
    </div>
  )
}
