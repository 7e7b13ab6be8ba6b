import { type SegmentCondition, sequenceStates } from '#shared/contracts/customers/segments.contract.ts'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import type { Names } from './segment-sentence.ts'

type ChosenSequence = Extract<SegmentCondition, { by: 'sequence' }>

export function SequenceCondition({
  condition,
  names,
  onChange,
}: {
  condition: ChosenSequence
  names: Names
  onChange(next: ChosenSequence): void
}) {
  const texts = useTexts(customerSegmentsTexts)
  const options = names.sequences.map(({ id, name }) => ({ value: id, text: name }))
  if (!options.some(({ value }) => value === condition.id)) options.unshift({ value: condition.id, text: texts.gone })
  return (
    <>
      <SelectField
        label={texts.value}
        labelHidden
        small
        value={condition.state}
        options={sequenceStates.map(value => ({ value, text: texts[value] }))}
        onChoose={state => onChange({ ...condition, state })}
      />
      <SelectField
        label={texts.whichSequence}
        labelHidden
        small
        value={condition.id}
        options={options}
        onChoose={id => onChange({ ...condition, id })}
      />
    </>
  )
}
