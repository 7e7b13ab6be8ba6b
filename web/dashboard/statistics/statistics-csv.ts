import { writeDay } from '#shared/rules/time/calendar-days.ts'
import { tableAsCsv } from '#shared/rules/text/csv.ts'
import { intentsTexts } from '#shared/texts/bot/intents-texts.ts'
import type { StatisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import type { Language } from '#shared/words.ts'
import type { Statistics } from '#web/parts/workspace/use-statistics.ts'
import { intentCounts } from './intent-counts.ts'

export function statisticsCsv(statistics: Statistics, texts: StatisticsTexts, language: Language): string {
  const { steps, channels, intents } = statistics
  const kinds = intentsTexts(language)
  const head = [
    texts.csvFrom,
    texts.csvTo,
    texts.total,
    texts.csvBot,
    texts.csvPeople,
    texts.csvReceived,
    texts.opened,
    texts.csvHandedOver,
    texts.csvResolution,
    texts.csvAverage,
    texts.csvMedian,
    texts.positive,
    texts.neutral,
    texts.negative,
    ...channels.map(channel => channel.name),
  ]
  // English spreadsheets read 04/11 as 4 November or as 11 April; 2026-11-04 is read alike everywhere.
  const write = (day: string) => (language === 'vi' ? writeDay(day) : day)
  const rows = steps.map(step => [
    write(step.from),
    write(step.to),
    step.total,
    step.answered,
    step.replied,
    step.received,
    step.opened,
    step.handed_over,
    step.resolution === null ? null : Math.round(step.resolution * 1000) / 10,
    inSeconds(step.response_average_ms),
    inSeconds(step.response_median_ms),
    step.sentiment.positive,
    step.sentiment.neutral,
    step.sentiment.negative,
    ...channels.map(channel => step.channels[channel.id] ?? 0),
  ])
  const asked = intents.filter(({ opened }) => opened > 0)
  // Of the whole period, below: they are not counted by day.
  const requests =
    asked.length === 0
      ? []
      : [
          [],
          [texts.intents, ...intentCounts.map(([, name]) => texts[name])],
          ...asked.map(one => [kinds[one.kind], ...intentCounts.map(([count]) => one[count])]),
        ]
  return tableAsCsv([head, ...rows, ...requests], language)
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 100) / 10
}
