import { Field, type FieldProps } from '#web/kit/forms/field.tsx'

/** The address of an account. */
export function EmailField(props: FieldProps) {
  return <Field type="email" name="email" autoComplete="username" required {...props} />
}

/** What a person is called. */
export function NameField(props: FieldProps) {
  return <Field name="name" autoComplete="name" required maxLength={120} {...props} />
}

/** An address on the web; phones show the keys for it. */
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

/** A shop's domain. */
export function DomainField(props: FieldProps) {
  return <Field name="domain" inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />
}

/** Looks through what the screen shows. Its words stand in it. */
export function SearchField({ label, ...props }: FieldProps) {
  return <Field label={label} labelHidden small type="search" placeholder={label} autoComplete="off" {...props} />
}
