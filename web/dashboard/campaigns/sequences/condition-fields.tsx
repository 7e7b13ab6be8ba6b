import type { SequenceCondition } from '#shared/contracts/campaigns/sequences.contract.ts'
import { customerDetailKinds } from '#shared/contracts/customers/customer.contract.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { type Named, type CustomField, useNamed } from './read-sequences.ts'

type Props = { label: string; value: SequenceCondition; onChange: (value: SequenceCondition) => void }

export function ConditionFields({ label, value, onChange }: Props) {
  const texts = useTexts(sequencesTexts)
  const { tags, fields } = useNamed()
  const kinds = { replied: 'replied', read: 'read', tag: 'hasTag', detail: 'hasDetail', field: 'hasField' } as const
  const fresh: Record<SequenceCondition['by'], SequenceCondition> = {
    replied: { by: 'replied' },
    read: { by: 'read' },
    tag: { by: 'tag', id: null },
    detail: { by: 'detail', kind: 'phone' },
    field: { by: 'field', id: null, is: null },
  }
  const field = value.by === 'field' ? fields.find(({ id }) => id === value.id) : undefined
  return (
    <div className="sequence-fields">
      <SelectField
        label={label}
        value={value.by}
        options={(Object.keys(kinds) as SequenceCondition['by'][]).map(by => ({ value: by, text: texts[kinds[by]] }))}
        onChoose={by => onChange(fresh[by])}
      />
      {value.by === 'tag' && (
        <NamedField label={texts.whichTag} value={value.id} names={tags} onChoose={id => onChange({ ...value, id })} />
      )}
      {value.by === 'detail' && (
        <SelectField
          label={texts.whichDetail}
          value={value.kind}
          options={customerDetailKinds.map(kind => ({ value: kind, text: texts[kind] }))}
          onChoose={kind => onChange({ ...value, kind })}
        />
      )}
      {value.by === 'field' && (
        <NamedField
          label={texts.whichField}
          value={value.id}
          names={fields}
          onChoose={id => onChange({ by: 'field', id, is: null })}
        />
      )}
      {value.by === 'field' && field && (
        <ValueField field={field} value={value.is} empty={texts.filled} onValue={is => onChange({ ...value, is })} />
      )}
    </div>
  )
}

export function NamedField({
  label,
  value,
  names,
  onChoose,
}: {
  label: string
  value: string | null
  names: readonly Named[]
  onChoose: (id: string | null) => void
}) {
  const texts = useTexts(sequencesTexts)
  const options = [{ value: '', text: texts.choose }, ...names.map(({ id, name }) => ({ value: id, text: name }))]
  const isKnown = value === null || names.some(({ id }) => id === value)
  return (
    <SelectField
      label={label}
      value={isKnown ? (value ?? '') : ''}
      options={options}
      onChoose={id => onChoose(id || null)}
    />
  )
}

type Value = string | number | boolean | null

export function ValueField({
  field: { kind, choices },
  value,
  empty,
  onValue,
}: {
  field: CustomField
  value: Value
  empty: string
  onValue: (value: Value) => void
}) {
  const texts = useTexts(sequencesTexts)
  if (kind === 'yes_no' || kind === 'choice') {
    const found = kind === 'choice' ? choices.map(text => ({ value: text, text })) : []
    const both = [
      { value: 'true', text: texts.yes },
      { value: 'false', text: texts.no },
    ]
    return (
      <SelectField
        label={texts.value}
        value={value === null ? '' : String(value)}
        options={[{ value: '', text: empty }, ...(kind === 'choice' ? found : both)]}
        onChoose={chosen => onValue(chosen === '' ? null : kind === 'choice' ? chosen : chosen === 'true')}
      />
    )
  }
  const type = kind === 'number' ? 'number' : kind === 'date' ? 'date' : 'text'
  return (
    <Field
      label={texts.value}
      type={type}
      placeholder={empty}
      maxLength={200}
      value={value === null ? '' : String(value)}
      onValue={typed => onValue(typed === '' ? null : kind === 'number' ? Number(typed) : typed)}
    />
  )
}
