import { useId, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { FieldFrame } from './field.tsx'
import { useTypedText } from './typed-text.ts'

export type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & {
  label: string
  labelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
  onValue?: (value: string) => void
  ref?: Ref<HTMLTextAreaElement>
}

/** A labelled text of several lines. */
export function TextArea({ label, labelHidden = false, hint, error, onValue, className = '', ...rest }: TextAreaProps) {
  const id = useId()
  const typed = useTypedText(onValue)
  return (
    <FieldFrame id={id} label={label} labelHidden={labelHidden} hint={hint} error={error}>
      <textarea
        id={id}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-words` : undefined}
        {...typed}
        {...rest}
      />
    </FieldFrame>
  )
}
