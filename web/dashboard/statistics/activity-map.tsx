import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { ChartPanel } from '#web/kit/charts/chart-panel.tsx'
import { HeatMap, HeatScale } from '#web/kit/charts/heat-map.tsx'
import { useMedia } from '#web/parts/page/use-media.ts'
import { fill } from '#web/parts/language/texts.ts'

export function ActivityMap({ activity }: { activity: number[][] }) {
  const texts = useTexts(statisticsTexts)
  const narrow = useMedia('(max-width: 767px)')
  const short = texts.weekdays.split(' ')
  const names = texts.weekdayNames.split(',')
  const max = Math.max(...activity.flat())
  const day = activity.findIndex(hours => hours.includes(max))
  const summary =
    max === 0
      ? texts.activityNone
      : fill(texts.activitySummary, {
          day: names[day] ?? '',
          hour: activity[day]?.indexOf(max) ?? 0,
          count: max,
        })
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const hourName = (hour: number) => fill(texts.hourShort, { hour })
  return (
    <ChartPanel
      title={texts.activity}
      words={texts}
      table={{
        head: [texts.weekday, ...hours.map(hourName)],
        rows: activity.map((counts, row) => [names[row] ?? '', ...counts]),
      }}
    >
      <HeatScale few={texts.few} many={texts.many} />
      <HeatMap
        title={texts.activity}
        summary={summary}
        rows={activity.map((values, row) => ({ label: short[row] ?? '', values }))}
        columnNames={hours.map(hour => (hour % (narrow ? 6 : 4) === 0 ? hourName(hour) : ''))}
        cellTitle={(row, hour, count) =>
          fill(texts.activityCell, { day: names[short.indexOf(row)] ?? row, hour, count })
        }
      />
    </ChartPanel>
  )
}
