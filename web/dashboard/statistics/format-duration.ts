import type { StatisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { fill } from '#web/parts/language/texts.ts'

type Words = Pick<StatisticsTexts, 'seconds' | 'minutes' | 'minutesAndSeconds' | 'hours' | 'hoursAndMinutes'>

/** 8 giây, 1 phút 5 giây, 2 giờ 3 phút. */
export function formatDuration(texts: Words, ms: number, number: Intl.NumberFormat): string {
  const seconds = ms / 1000
  if (seconds < 10) return fill(texts.seconds, { n: number.format(Math.round(seconds * 10) / 10) })
  const whole = Math.round(seconds)
  if (whole < 60) return fill(texts.seconds, { n: whole })
  const minutes = Math.floor(whole / 60)
  if (minutes < 10 && whole % 60 > 0) return fill(texts.minutesAndSeconds, { n: minutes, s: whole % 60 })
  const round = Math.round(whole / 60)
  if (round < 60) return fill(texts.minutes, { n: round })
  const [hours, rest] = [Math.floor(round / 60), round % 60]
  return rest === 0
    ? fill(texts.hours, { n: number.format(hours) })
    : fill(texts.hoursAndMinutes, { n: number.format(hours), m: rest })
}

/** One unit for a whole chart: that of its largest value. */
export function axisOfTimes(
  texts: Pick<StatisticsTexts, 'secondsShort' | 'minutesShort' | 'hoursShort'>,
  maxMs: number,
): { unit: number; text: string } {
  if (maxMs < 120_000) return { unit: 1000, text: texts.secondsShort }
  if (maxMs < 7_200_000) return { unit: 60_000, text: texts.minutesShort }
  return { unit: 3_600_000, text: texts.hoursShort }
}
