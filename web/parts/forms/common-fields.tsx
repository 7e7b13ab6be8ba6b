import { Field, type FieldProps } from '#web/kit/forms/field.tsx'

export function EmailField(props: FieldProps) {
  return <Field type="email" name="email" autoComplete="username" required {...props} />
}

export function NameField(props: FieldProps) {
  return <Field name="name" autoComplete="name" required maxLength={120} {...props} />
}

export function UrlField(props: FieldProps) {
  return (
    <Field
      type="url"
      inputMode="url"
      autoComplete="url"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={2048}
      {...props}
    />
  )
}

export function DomainField(props: FieldProps) {
  return <Field name="domain" inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
}

export function SearchField({ label, ...props }: FieldProps) {
  return <Field label={label} labelHidden small type="search" placeholder={label} autoComplete="off" {...props} />
}
