import type { PlainStep, SequenceStep, StepOf } from '#shared/contracts/campaigns/sequences.contract.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { ConditionFields, NamedField, ValueField } from './condition-fields.tsx'
import { MessageForm } from './message-form.tsx'
import { useNamed } from './read-sequences.ts'

export type StepProps<S> = { step: S; onChange: (step: S) => void }

export function StepForm({
  step,
  marketingEach,
  onChange,
}: StepProps<SequenceStep> & { marketingEach: number | null }) {
  const texts = useTexts(sequencesTexts)
  switch (step.is) {
    case 'wait':
      return <WaitForm step={step} onChange={onChange} />
    case 'message':
      return <MessageForm step={step} marketingEach={marketingEach} onChange={onChange} />
    case 'branch':
      return <ConditionFields label={texts.when} value={step.when} onChange={when => onChange({ ...step, when })} />
    case 'hand_over':
      return <p className="hint">{texts.handOverHint}</p>
    case 'end':
      return null
    case 'tag':
    case 'field':
    case 'assign':
      return <NamingForm step={step} onChange={onChange} />
  }
}

const units = { minutes: 1, hoursUnit: 60, days: 1440 } as const
type Unit = keyof typeof units

function WaitForm({ step, onChange }: StepProps<StepOf<'wait'>>) {
  const texts = useTexts(sequencesTexts)
  const { minutes, at, weekdays } = step
  const unit: Unit = minutes % 1440 === 0 ? 'days' : minutes % 60 === 0 ? 'hoursUnit' : 'minutes'
  const set = (amount: number, of: Unit) =>
    onChange({ ...step, minutes: Math.min(90 * 1440, Math.max(0, Math.round(amount * units[of]))) })
  const known: [string, string][] = [
    ['', texts.anyDay],
    ['1,2,3,4,5', texts.workdays],
    ['6,7', texts.weekend],
    ...([1, 2, 3, 4, 5, 6, 7] as const).map((day): [string, string] => [String(day), texts[`day${day}`]]),
  ]
  const chosen = weekdays.toSorted((a, b) => a - b).join()
  const days = known.some(([value]) => value === chosen) ? known : [...known, [chosen, chosen] as [string, string]]
  return (
    <div className="sequence-fields">
      <Field
        label={texts.amount}
        type="number"
        min={0}
        value={String(minutes / units[unit])}
        onValue={typed => set(Number(typed), unit)}
      />
      <SelectField
        label={texts.unit}
        value={unit}
        options={(Object.keys(units) as Unit[]).map(value => ({ value, text: texts[value] }))}
        onChoose={of => set(minutes / units[unit], of)}
      />
      <Field
        label={texts.until}
        type="time"
        value={at ?? ''}
        onValue={typed => onChange({ ...step, at: typed || null, weekdays: typed ? weekdays : [] })}
      />
      {at && (
        <SelectField
          label={texts.whichDays}
          value={chosen}
          options={days.map(([value, text]) => ({ value, text }))}
          onChoose={value => onChange({ ...step, weekdays: value ? value.split(',').map(Number) : [] })}
        />
      )}
    </div>
  )
}

function NamingForm({ step, onChange }: StepProps<Extract<PlainStep, { is: 'tag' | 'field' | 'assign' }>>) {
  const texts = useTexts(sequencesTexts)
  const { tags, fields, people } = useNamed()
  if (step.is === 'tag')
    return (
      <div className="sequence-fields">
        <SelectField
          label={texts.off}
          value={step.off ? 'off' : 'on'}
          options={[
            { value: 'on', text: texts.putOn },
            { value: 'off', text: texts.takeOff },
          ]}
          onChoose={value => onChange({ ...step, off: value === 'off' })}
        />
        <NamedField
          label={texts.whichTag}
          value={step.tag_id}
          names={tags}
          onChoose={id => onChange({ ...step, tag_id: id })}
        />
      </div>
    )
  if (step.is === 'assign')
    return (
      <>
        <NamedField
          label={texts.whichPerson}
          value={step.person_id}
          names={people}
          onChoose={id => onChange({ ...step, person_id: id })}
        />
        <p className="hint">{texts.assignHint}</p>
      </>
    )
  const field = fields.find(({ id }) => id === step.field_id)
  return (
    <>
      <div className="sequence-fields">
        <NamedField
          label={texts.whichField}
          value={step.field_id}
          names={fields}
          onChoose={id => onChange({ ...step, field_id: id, value: null })}
        />
        {field && (
          <ValueField field={field} value={step.value} empty="–" onValue={value => onChange({ ...step, value })} />
        )}
      </div>
      <p className="hint">{texts.clearValue}</p>
    </>
  )
}
