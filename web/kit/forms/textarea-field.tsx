import { useId, type TextareaHTMLAttributes, type ReactNode, type Ref } from 'react'
import { FieldFrame } from './field.tsx'
import { useTypedText } from './typed-text.ts'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  onValue?: (value: string) => void
  ref?: Ref<HTMLTextAreaElement>
}

export function TextareaField({ label, hint, error, onValue, className = '', ...rest }: Props) {
  const id = useId()
  const typed = useTypedText(onValue)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
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
