import { useQuery } from '@tanstack/react-query'
import type { RunDetail } from '#shared/contracts/bot.contract.ts'
import { testQuestionsTexts } from '#shared/texts/test-questions-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Chip, type ChipTone } from '#web/kit/tag.tsx'
import { DiffText } from '#web/parts/diff-text.tsx'
import { timeAgo, useNow } from '#web/parts/relative-times.ts'
import { textDiff } from '#web/parts/text-diff.ts'
import { fill } from '#web/parts/texts.ts'

const refreshMs = 10_000
const order: RunDetail['verdict'][] = ['worse', 'better', 'changed']
const tones: Record<RunDetail['verdict'], ChipTone> = { worse: 'bad', better: 'ok', changed: 'plain' }

/** What the last change of the knowledge made of the test questions: the worse ones first. */
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
  const { worse, better, changed, total } = run
  // As the run wrote them; the column is ours alone.
  const details = (run.details as unknown as RunDetail[]).toSorted(
    (a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict),
  )
  return (
    <section className={worse > 0 ? 'panel last-run last-run-worse' : 'panel last-run'} aria-live="polite">
      <div className="last-run-head">
        <h2>{fill(texts.lastRun, { worse, better, changed, same: total - worse - better - changed })}</h2>
        <p className="soft num">
          {fill(texts.lastRunAt, { total, time: timeAgo(language, run.finished_at, now, texts.justNow) })}
        </p>
      </div>
      {details.map(detail => (
        <Compared key={detail.case_id} detail={detail} />
      ))}
    </section>
  )
}

function Compared({ detail }: { detail: RunDetail }) {
  const texts = useTexts(testQuestionsTexts)
  const { verdict, question, before, now } = detail
  const parts = textDiff(before.reply, now.reply)
  return (
    <article className="last-run-one">
      <h3 className="row">
        <Chip tone={tones[verdict]}>{texts[verdict]}</Chip>
        {question}
      </h3>
      <div className="compared">
        <div>
          <p className="muted">{texts.before}</p>
          <DiffText parts={parts.filter(part => part.kind !== 'added')} words={texts} />
        </div>
        <div>
          <p className="muted">{texts.now}</p>
          <DiffText parts={parts.filter(part => part.kind !== 'taken')} words={texts} />
        </div>
      </div>
    </article>
  )
}
