import { useState } from 'react'
import type { SegmentCondition } from '#shared/contracts/customers/segments.contract.ts'
import { type CustomerSegmentsTexts, customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { DaysField } from './days-condition.tsx'
import type { CustomerField } from './read-segments.ts'
import type { Names } from './segment-sentence.ts'

type Condition = Extract<SegmentCondition, { by: 'field' }>
type Asked = 'known' | 'yes' | 'no' | 'is' | 'contains' | 'min' | 'max' | 'next' | 'last'

const askable: Record<CustomerField['kind'], Asked[]> = {
  text: ['known', 'contains', 'is'],
  number: ['known', 'min', 'max'],
  date: ['next', 'last', 'known'],
  choice: ['is', 'known'],
  yes_no: ['yes', 'no', 'known'],
}
const words: Record<Asked, keyof CustomerSegmentsTexts> = {
  known: 'filled',
  yes: 'yes',
  no: 'no',
  is: 'exactly',
  contains: 'contains',
  min: 'atLeast',
  max: 'atMost',
  next: 'nextDays',
  last: 'lastDays',
}

export function FieldCondition({
  condition,
  names,
  onChange,
}: {
  condition: Condition
  names: Names
  onChange(next: Condition): void
}) {
  const texts = useTexts(customerSegmentsTexts)
  const { id } = condition
  const field = names.fields.find(one => one.id === id)
  const [chosen, setChosen] = useState<Asked>()
  const asked = chosen ?? askedIn(condition)
  const choices = field?.choices ?? []
  return (
    <>
      <SelectField
        label={texts.value}
        labelHidden
        small
        value={asked}
        options={askable[field?.kind ?? 'text'].map(value => ({ value, text: texts[words[value]] }))}
        onChoose={next => {
          const needsWords = next === 'contains' || (next === 'is' && field?.kind !== 'choice')
          setChosen(needsWords ? next : undefined)
          if (!needsWords) onChange(asking(id, next, choices))
        }}
      />
      {asked === 'is' && field?.kind === 'choice' && (
        <SelectField
          label={texts.value}
          labelHidden
          small
          value={String(condition.is)}
          options={choices.map(value => ({ value, text: value }))}
          onChoose={is => onChange({ by: 'field', id, is })}
        />
      )}
      {(asked === 'contains' || asked === 'is') && field?.kind !== 'choice' && (
        <Field
          label={texts.value}
          labelHidden
          small
          maxLength={200}
          defaultValue={String(condition.contains ?? condition.is ?? '')}
          onValue={text => text.trim() && onChange({ by: 'field', id, [asked]: text.trim() })}
        />
      )}
      {(asked === 'min' || asked === 'max') && (
        <Field
          label={texts.value}
          labelHidden
          small
          inputMode="decimal"
          className="condition-days"
          defaultValue={String((asked === 'min' ? condition.between?.[0] : condition.between?.[1]) ?? 0)}
          onValue={text => {
            const number = Number(text.replace(',', '.'))
            if (text.trim() === '' || !Number.isFinite(number)) return
            onChange({ by: 'field', id, between: asked === 'min' ? [number, null] : [null, number] })
          }}
        />
      )}
      {asked === 'next' && (
        <DaysField value={condition.next_days ?? 30} onDays={days => onChange({ by: 'field', id, next_days: days })} />
      )}
      {asked === 'last' && (
        <DaysField value={condition.last_days ?? 30} onDays={days => onChange({ by: 'field', id, last_days: days })} />
      )}
    </>
  )
}

function askedIn({ known, is, contains, between, next_days: next, last_days: last }: Condition): Asked {
  if (known !== undefined) return 'known'
  if (typeof is === 'boolean') return is ? 'yes' : 'no'
  if (is !== undefined) return 'is'
  if (contains !== undefined) return 'contains'
  if (next !== undefined) return 'next'
  if (last !== undefined) return 'last'
  return between?.[0] === null || between?.[0] === undefined ? 'max' : 'min'
}

function asking(id: string, asked: Asked, choices: string[]): Condition {
  const ways: Record<Asked, Omit<Condition, 'by' | 'id'>> = {
    known: { known: true },
    yes: { is: true },
    no: { is: false },
    is: choices[0] === undefined ? { known: true } : { is: choices[0] },
    contains: { known: true },
    min: { between: [0, null] },
    max: { between: [null, 0] },
    next: { next_days: 30 },
    last: { last_days: 30 },
  }
  return { by: 'field', id, ...ways[asked] }
}
