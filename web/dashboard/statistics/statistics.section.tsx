import { Link, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dayIn } from '#shared/rules/time/calendar-days.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { useMoment } from '#web/parts/time/shop-times.ts'
import { type Granularity, type Statistics, useStatistics } from '#web/parts/workspace/use-statistics.ts'
import { ActivityMap } from './activity-map.tsx'
import { IntentsPanel } from './intents-panel.tsx'
import { MainFigures } from './main-figures.tsx'
import { SentimentBar } from './sentiment-bar.tsx'
import { OpenTopics } from './open-topics.tsx'
import { PeriodBar } from './period-bar.tsx'
import { readPeriod } from './period.ts'
import { ResponseChart } from './response-chart.tsx'
import { saveAsFile } from '#web/parts/page/save-as-file.ts'
import { statisticsCsv } from './statistics-csv.ts'
import './statistics.css'
import { VolumeChart } from './volume-chart.tsx'

export function StatisticsSection() {
  const texts = useTexts(statisticsTexts)
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  const [params] = useSearchParams()
  const today = dayIn(workspace.time_zone, useMoment())
  const { preset, range } = readPeriod(params, today)
  const granularity = (['day', 'week', 'month'] as const).find(one => one === params.get('step')) ?? 'day'
  const channel = params.get('channel') ?? ''
  const read = useStatistics(range, granularity satisfies Granularity, channel)
  const { data } = read

  function save(statistics: Statistics) {
    const name = `${texts.fileName}-${statistics.from}-${statistics.to}.csv`
    saveAsFile(statisticsCsv(statistics, texts, language), name, 'text/csv;charset=utf-8')
  }

  return (
    <SectionPage
      title={texts.title}
      actions={
        <Button icon="download" disabled={!data || read.isPlaceholderData} onClick={() => data && save(data)}>
          {texts.exportCsv}
        </Button>
      }
    >
      <PeriodBar preset={preset} range={range} granularity={granularity} channel={channel} today={today} />
      <QueryState query={read} failed={texts.failed} skeleton={<Waiting label={texts.loading} />}>
        {statistics => <Shown statistics={statistics} stale={read.isPlaceholderData} />}
      </QueryState>
    </SectionPage>
  )
}

function Shown({ statistics, stale }: { statistics: Statistics; stale: boolean }) {
  const texts = useTexts(statisticsTexts)
  const { figures, before, counting } = statistics
  const nothing = figures.received + figures.total + figures.opened + before.received + before.total === 0
  return (
    <div className="statistics" aria-busy={stale}>
      {counting && <Notice tone="info">{texts.counting}</Notice>}
      {nothing ? (
        <Nothing />
      ) : (
        <>
          <MainFigures statistics={statistics} />
          <div className="statistics-columns">
            <VolumeChart statistics={statistics} />
            <ResponseChart statistics={statistics} />
            <ActivityMap activity={statistics.activity} />
            <SentimentBar sentiment={figures.sentiment} />
          </div>
          <IntentsPanel intents={statistics.intents} />
          <OpenTopics topics={statistics.unanswered} />
        </>
      )}
    </div>
  )
}

function Nothing() {
  const texts = useTexts(statisticsTexts)
  const { role } = useCurrentWorkspace()
  const admin = role === 'admin'
  return (
    <section className="panel">
      <EmptyState
        title={texts.emptyTitle}
        text={texts.emptyText}
        action={
          <Link className={buttonClass('outline')} to={admin ? addresses.connect : addresses.inbox}>
            {admin ? texts.emptyConnect : texts.emptyInbox}
          </Link>
        }
      />
    </section>
  )
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="statistics" role="status" aria-label={label}>
      <Skeleton height={116} />
      <div className="statistics-columns">
        {[300, 300, 260, 260].map((height, place) => (
          <Skeleton key={place} height={height} />
        ))}
      </div>
    </div>
  )
}
