import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useState } from 'react'
import type { CustomerField } from '../read-segments.ts'
import type { FieldValue } from './read-card.ts'

export function FieldInput({
  field,
  value,
  error,
  onValue,
}: {
  field: CustomerField
  value: FieldValue | undefined
  error: string | undefined
  onValue(value: FieldValue | null): void
}) {
  const texts = useTexts(customerCardTexts)
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const change = (next: string, read: (words: string) => FieldValue | null) => {
    setText(next)
    onValue(next.trim() === '' ? null : read(next.trim()))
  }
  if (field.kind === 'yes_no' || field.kind === 'choice') {
    const options =
      field.kind === 'choice'
        ? [...new Set([...field.choices, ...(text ? [text] : [])])].map(choice => ({ value: choice, text: choice }))
        : [
            { value: 'true', text: texts.yes },
            { value: 'false', text: texts.no },
          ]
    return (
      <SelectField
        label={field.name}
        small
        error={error}
        value={text}
        options={[{ value: '', text: texts.empty }, ...options]}
        onChoose={next => change(next, words => (field.kind === 'choice' ? words : words === 'true'))}
      />
    )
  }
  if (field.kind === 'date')
    return (
      <Field
        label={field.name}
        small
        error={error}
        type="date"
        value={text}
        onValue={next => change(next, words => words)}
      />
    )
  if (field.kind === 'number')
    return (
      <Field
        label={field.name}
        small
        error={error}
        type="number"
        step="any"
        inputMode="decimal"
        value={text}
        onValue={next => change(next, Number)}
      />
    )
  return (
    <Field
      label={field.name}
      small
      error={error}
      maxLength={200}
      value={text}
      onValue={next => change(next, words => words)}
    />
  )
}
