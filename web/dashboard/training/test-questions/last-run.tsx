import { useQuery } from '@tanstack/react-query'
import { testQuestionsTexts } from '#shared/texts/training/test-questions-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { ComparedAnswers } from '#web/parts/answers/compared-answers.tsx'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { fill } from '#web/parts/language/texts.ts'

const refreshMs = 10_000

export function LastRun() {
  const texts = useTexts(testQuestionsTexts)
  const { language } = useLanguage()
  const { workspace } = useCurrentWorkspace()
  const now = useNow()
  const { data: run } = useQuery({
    queryKey: ['last run', workspace.id],
    refetchInterval: refreshMs,
    queryFn: async () =>
      (
        await readRows('regression_runs', query =>
          query.eq('workspace_id', workspace.id).order('knowledge_version', { ascending: false }).limit(1),
        )
      )[0] ?? null,
  })
  if (!run) return null
  const { worse, better, changed, total, details } = run
  return (
    <section className={worse > 0 ? 'panel last-run last-run-worse' : 'panel last-run'} aria-live="polite">
      <div className="last-run-head">
        <h2>{fill(texts.lastRun, { worse, better, changed, same: total - worse - better - changed })}</h2>
        <p className="soft num">
          {fill(texts.lastRunAt, { total, time: timeAgo(language, run.finished_at, now, texts.justNow) })}
        </p>
      </div>
      <ComparedAnswers details={details} sides={texts} />
    </section>
  )
}
