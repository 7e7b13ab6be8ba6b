import type { SegmentCondition } from '#shared/contracts/customers/segments.contract.ts'
import { useTexts } from '#web/data/language.tsx'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { IconButton } from '#web/kit/button.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { firstOf, simpleOf, subjectKey, subjectsIn, valueKey, valuesOf } from './condition-choices.ts'
import { DaysCondition } from './days-condition.tsx'
import { FieldCondition } from './field-condition.tsx'
import { SequenceCondition } from './sequence-condition.tsx'
import type { DraftRow } from './segment-draft.ts'
import type { Names } from './segment-sentence.ts'

type Props = {
  row: DraftRow
  number: number
  names: Names
  onChange(next: DraftRow): void
  onRemove(): void
}

export function ConditionRow({ row, number, names, onChange, onRemove }: Props) {
  const texts = useTexts(customerSegmentsTexts)
  const { condition, not } = row
  const change = (next: SegmentCondition) => onChange({ ...row, condition: next })
  return (
    <div className="row flex-wrap condition" role="group" aria-label={fill(texts.about, { number })}>
      <SelectField
        label={texts.subject}
        labelHidden
        small
        value={subjectKey(condition)}
        options={subjectsIn(names)}
        onChoose={subject => onChange({ not: false, condition: firstOf(subject, names) })}
      />
      <SelectField
        label={texts.isOrNot}
        labelHidden
        small
        value={not ? 'not' : 'is'}
        options={[
          { value: 'is', text: texts.is },
          { value: 'not', text: texts.isNot },
        ]}
        onChoose={value => onChange({ ...row, not: value === 'not' })}
      />
      <ConditionValue condition={condition} names={names} onChange={change} />
      <IconButton icon="x" label={fill(texts.remove, { number })} onClick={onRemove} />
    </div>
  )
}

function ConditionValue({
  condition,
  names,
  onChange,
}: {
  condition: SegmentCondition
  names: Names
  onChange(next: SegmentCondition): void
}) {
  const texts = useTexts(customerSegmentsTexts)
  switch (condition.by) {
    case 'field':
      return <FieldCondition condition={condition} names={names} onChange={onChange} />
    case 'last_seen':
    case 'created':
    case 'last_reply':
      return <DaysCondition condition={condition} onChange={onChange} />
    case 'sequence':
      return <SequenceCondition condition={condition} names={names} onChange={onChange} />
    default: {
      const values = valuesOf(condition.by, names)
      const value = valueKey(condition)
      const options = values.some(one => one.value === value) ? values : [{ value, text: texts.gone }, ...values]
      return (
        <SelectField
          label={texts.value}
          labelHidden
          small
          value={value}
          options={options}
          onChoose={next => onChange(simpleOf(condition.by, next))}
        />
      )
    }
  }
}
