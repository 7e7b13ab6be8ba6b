import { daysIn, readDay, writeDay } from '#shared/rules/time/calendar-days.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import type { DayRange } from '#web/parts/workspace/use-statistics.ts'
import { maxDays } from './period.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

export function CustomRange({
  range,
  today,
  onChoose,
}: {
  range: DayRange
  today: string
  onChoose(range: DayRange): void
}) {
  const texts = useTexts(statisticsTexts)
  const form = useForm({
    start: () => ({ from: writeDay(range.from), to: writeDay(range.to) }),
    check(typed) {
      const [first, last] = [readDay(typed.from, today), readDay(typed.to, today)]
      const tooLong = first && last && daysIn({ from: first, to: last }) > maxDays ? texts.tooLong : undefined
      return {
        from: first ? undefined : texts.dayWrong,
        to: !last ? texts.dayWrong : first && first > last ? texts.orderWrong : tooLong,
      }
    },
    async save(typed) {
      const [from, to] = [readDay(typed.from, today), readDay(typed.to, today)]
      if (from && to) onChoose({ from, to })
    },
  })

  return (
    <form {...form.props} className="own-days">
      <Field
        small
        label={texts.from}
        hint={texts.dayHint}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('from')}
      />
      <Field small label={texts.to} hint={texts.dayHint} inputMode="numeric" autoComplete="off" {...form.field('to')} />
      <Button type="submit" size="sm">
        {texts.show}
      </Button>
    </form>
  )
}
