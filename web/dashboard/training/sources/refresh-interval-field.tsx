import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'

type Props = { value: number | null; onChoose(days: number | null): void; small?: boolean; disabled?: boolean }

export function RefreshIntervalField({ value, onChoose, small = false, disabled = false }: Props) {
  const texts = useTexts(trainingTexts)
  const choices = [
    { value: '1', text: texts.everyDay },
    { value: '7', text: texts.everyWeek },
    { value: '30', text: texts.everyMonth },
    { value: 'never', text: texts.everyNever },
  ]
  const now = value === null ? 'never' : String(value)
  const known = choices.some(option => option.value === now)
  // The API may have set a different number of days.
  const options = known ? choices : [{ value: now, text: fill(texts.everyDays, { count: now }) }, ...choices]
  return (
    <SelectField
      label={texts.linkEvery}
      labelHidden={small}
      small={small}
      disabled={disabled}
      value={now}
      options={options}
      onChoose={chosen => onChoose(chosen === 'never' ? null : Number(chosen))}
    />
  )
}
