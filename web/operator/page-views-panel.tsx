import { numberFormat } from '#shared/rules/text/number-format.ts'
import type { DeskPageViews } from '#shared/contracts/operator.results.ts'
import { dayInWords } from '#shared/rules/time/day-in-words.ts'
import { pageViewsTexts } from '#shared/texts/operator/page-views-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { ChartPanel } from '#web/kit/charts/chart-panel.tsx'
import { StackedBars } from '#web/kit/charts/stacked-bars.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { usePageViews } from './desk-lists.ts'
import { DeskPanel } from './desk-panel.tsx'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'

export function PageViewsPanel() {
  const texts = useTexts(pageViewsTexts)
  const query = usePageViews()
  const [views] = query.data ?? []
  return (
    <>
      {views && views.total > 0 && <DayChart views={views} />}
      <DeskPanel title={texts.pages} query={query} empty="">
        {([{ pages } = { pages: [] }]) =>
          pages.length > 0 ? <PageTable pages={pages} /> : <p className="op-empty soft">{texts.none}</p>
        }
      </DeskPanel>
      <p className="muted">{texts.what}</p>
    </>
  )
}

function useNumber() {
  const { language } = useLanguage()
  return numberFormat(language)
}

function DayChart({ views: { days, total, before } }: { views: DeskPageViews }) {
  const texts = useTexts(pageViewsTexts)
  const { language } = useLanguage()
  const number = useNumber()
  const peak = days.reduce((best, one) => (one.views > best.views ? one : best))
  const counts = { total: number.format(total), before: number.format(before) }
  return (
    <ChartPanel
      title={texts.byDay}
      words={texts}
      table={{
        head: [texts.day, texts.views],
        rows: days.map(({ day, views }) => [dayInWords(day, language), number.format(views)]),
      }}
      foot={<p className="op-sum muted num">{fill(texts.sum, counts)}</p>}
    >
      <StackedBars
        title={texts.byDay}
        summary={fill(texts.summary, {
          ...counts,
          max: number.format(peak.views),
          day: dayInWords(peak.day, language),
        })}
        write={value => number.format(value)}
        bars={days.map(({ day, views }, at) => ({
          label: at === 0 || day.endsWith('-01') ? dayInWords(day, language, true) : String(Number(day.slice(8))),
          name: dayInWords(day, language),
          parts: [{ colour: 'var(--c1)', value: views }],
        }))}
      />
    </ChartPanel>
  )
}

function PageTable({ pages }: { pages: DeskPageViews['pages'] }) {
  const texts = useTexts(pageViewsTexts)
  const number = useNumber()
  const largest = pages[0]?.views ?? 1
  return (
    <DataTable className="op-table op-pages" columns={[texts.page, texts.views]}>
      {pages.map(({ path, views }) => (
        <TableRow key={path}>
          <TableCell>
            <b>{path === '(not found)' ? texts.notFound : path}</b>
            <span className="op-share" style={{ '--share': `${(views / largest) * 100}%` }} aria-hidden="true" />
          </TableCell>
          <TableCell className="num op-views">{number.format(views)}</TableCell>
        </TableRow>
      ))}
    </DataTable>
  )
}
