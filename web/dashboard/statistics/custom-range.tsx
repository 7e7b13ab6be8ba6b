import { type FormEvent, useRef, useState } from 'react'
import { daysIn, readDay, writeDay } from '#shared/rules/time/calendar-days.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import type { DayRange } from '#web/parts/workspace/use-statistics.ts'
import { longestDays } from './period.ts'

/** Two days, as people write them. */
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
  const form = useRef<HTMLFormElement>(null)
  const [from, setFrom] = useState(writeDay(range.from))
  const [to, setTo] = useState(writeDay(range.to))
  const [wrong, setWrong] = useState<{ from?: string; to?: string }>({})

  function show(event: FormEvent) {
    event.preventDefault()
    const [first, last] = [readDay(from, today), readDay(to, today)]
    if (first && last && first <= last && daysIn({ from: first, to: last }) <= longestDays)
      return onChoose({ from: first, to: last })
    const order = first && last ? (first > last ? texts.orderWrong : texts.tooLong) : undefined
    setWrong({
      ...(first ? {} : { from: texts.dayWrong }),
      ...(last ? {} : { to: texts.dayWrong }),
      ...(order ? { to: order } : {}),
    })
    focusFirstError(form.current)
  }

  return (
    <form ref={form} className="own-days" onSubmit={show} noValidate>
      <Field
        small
        label={texts.from}
        hint={texts.dayHint}
        error={wrong.from}
        inputMode="numeric"
        autoComplete="off"
        value={from}
        onValue={setFrom}
      />
      <Field
        small
        label={texts.to}
        hint={texts.dayHint}
        error={wrong.to}
        inputMode="numeric"
        autoComplete="off"
        value={to}
        onValue={setTo}
      />
      <Button type="submit" size="sm">
        {texts.show}
      </Button>
    </form>
  )
}
