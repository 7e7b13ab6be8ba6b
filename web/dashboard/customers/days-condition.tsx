import type { SegmentCondition } from '#shared/contracts/customers/segments.contract.ts'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'

type Moment = Extract<SegmentCondition, { by: 'last_seen' | 'created' | 'last_reply' }>

export function DaysCondition({ condition, onChange }: { condition: Moment; onChange(next: Moment): void }) {
  const texts = useTexts(customerSegmentsTexts)
  const { by, within_days: within, over_days: over } = condition
  const isOver = within === undefined && over !== undefined
  const days = within ?? over ?? 30
  const make = (longer: boolean, count: number): Moment =>
    longer ? { by, over_days: count } : { by, within_days: count }
  return (
    <>
      <SelectField
        label={texts.value}
        labelHidden
        small
        value={isOver ? 'over' : 'within'}
        options={[
          { value: 'within', text: texts.within },
          { value: 'over', text: texts.over },
        ]}
        onChoose={value => onChange(make(value === 'over', days))}
      />
      <DaysField value={days} onDays={count => onChange(make(isOver, count))} />
    </>
  )
}

export function DaysField({ value, onDays }: { value: number; onDays(days: number): void }) {
  const texts = useTexts(customerSegmentsTexts)
  return (
    <Field
      label={texts.days}
      labelHidden
      small
      type="number"
      inputMode="numeric"
      min={0}
      max={3650}
      className="condition-days"
      defaultValue={value}
      onValue={text => {
        const days = Number(text)
        if (text !== '' && Number.isInteger(days) && days >= 0 && days <= 3650) onDays(days)
      }}
    />
  )
}
