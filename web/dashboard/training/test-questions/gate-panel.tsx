import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunDetail } from '#shared/contracts/bot/bot.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row, Source } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { ComparedAnswers } from '#web/parts/answers/compared-answers.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { GateCounts } from './gate-counts.tsx'

type Check = Row<'source_checks'>

const whileAsking = 1_500
const whileWaiting = 10_000

export function GatePanel({ source }: { source: Source }) {
  const texts = useTexts(gateTexts)
  const { data: check } = useCheck(source)
  if (source.status === 'processing' && source.progress >= 60)
    return (
      <div className="training-notice">
        <Notice tone="info">
          {check && check.finished_at === null
            ? fill(texts.checking, { asked: check.asked, total: check.total })
            : texts.checkingSoon}
        </Notice>
      </div>
    )
  if (source.status !== 'waiting' || !check || check.finished_at === null) return null
  return <Decision source={source} check={check} />
}

function useCheck(source: Source) {
  return useQuery({
    queryKey: ['source check', source.id, source.version, source.status],
    enabled: source.status === 'waiting' || source.status === 'processing',
    refetchInterval: source.status === 'waiting' ? whileWaiting : whileAsking,
    queryFn: async () => (await readRows('source_checks', query => query.eq('source_id', source.id)))[0] ?? null,
  })
}

function Decision({ source, check }: { source: Source; check: Check }) {
  const texts = useTexts(gateTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const [asking, setAsking] = useState<'publish' | 'drop'>()
  const { worse, better, changed, details } = check
  const counts = { worse, better, changed, same: check.total - worse - better - changed }
  const isNew = source.live_version === null && source.passages_count === 0
  const about = isNew ? texts.newSource : texts.newVersion
  const seconds = numberFormat(language, { maximumFractionDigits: 1 })
  return (
    <>
      <section className="gate" aria-labelledby="gate-title">
        <div className="gate-head">
          <span className="gate-bloom">
            <PetalMeter filled={4} width={76} tone="words" />
          </span>
          <div>
            <h2 id="gate-title">{fill(check.changed > 0 ? texts.title : texts.titleShort, counts)}</h2>
            <p>
              {fill(about, {
                time: times.dateAndClock(check.finished_at ?? check.started_at),
                live: source.live_version ?? source.version - 1,
              })}
            </p>
          </div>
          <div className="row gate-acts">
            <Button onClick={() => setAsking('drop')}>{isNew ? texts.dropNew : texts.drop}</Button>
            <Button look="filled" onClick={() => setAsking('publish')}>
              {texts.publish}
            </Button>
          </div>
        </div>
        <GateCounts counts={counts}>
          {fill(texts.asked, { total: check.total, seconds: seconds.format((check.ms ?? 0) / 1000) })}
        </GateCounts>
      </section>
      <div className="gate-answers">
        <ComparedAnswers
          details={details}
          sides={{ before: texts.liveSide, now: texts.newSide }}
          foot={detail => detail.verdict === 'worse' && <NewIsRight detail={detail} />}
        />
      </div>
      {asking && (
        <Confirm source={source} check={check} act={asking} isNew={isNew} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

/** The test question is outdated: the new reply becomes the right one. */
function NewIsRight({ detail }: { detail: RunDetail }) {
  const texts = useTexts(gateTexts)
  const queries = useQueryClient()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function accept() {
    const { quotes = [] } = detail.now
    const isAnswer = detail.now.act === 'answer' && quotes.length > 0
    await perform(async () => {
      await call('PATCH /api/v1/regression-cases/:id', {
        params: { id: detail.case_id },
        body: isAnswer ? { expected: quotes } : { act: detail.now.act },
      })
      showToast(texts.rightNowDone)
      await queries.invalidateQueries({ queryKey: ['source check'] })
    })
  }
  return (
    <div className="gate-why">
      <span className="fill muted">{texts.rightNowHint}</span>
      <Button size="sm" busy={busy} onClick={() => void accept()}>
        {texts.rightNow}
      </Button>
    </div>
  )
}

type ConfirmProps = { source: Source; check: Check; act: 'publish' | 'drop'; isNew: boolean; onClose(): void }

function Confirm({ source, check, act, isNew, onClose }: ConfirmProps) {
  const texts = useTexts(gateTexts)
  const queries = useQueryClient()
  const publishes = act === 'publish'

  async function decide() {
    try {
      const params = { id: source.id }
      if (act === 'publish')
        await call('POST /api/v1/sources/:id/publish', { params, body: { check_id: check.id }, repeatable: true })
      else await call('POST /api/v1/sources/:id/drop', { params, repeatable: true })
      showToast(publishes ? texts.published : texts.dropped)
    } catch (error) {
      void queries.invalidateQueries({ queryKey: ['source check', source.id] })
      throw error
    }
  }

  return (
    <ConfirmDialog
      title={publishes ? texts.publishTitle : isNew ? texts.dropNew : texts.dropTitle}
      keep={texts.cancel}
      act={publishes ? texts.publish : isNew ? texts.dropNew : texts.drop}
      busyText={publishes ? texts.publishing : texts.dropping}
      look={publishes ? 'filled' : 'danger'}
      run={decide}
      onClose={onClose}
    >
      <p>{publishes ? fill(texts.publishText, { worse: check.worse }) : isNew ? texts.dropNewText : texts.dropText}</p>
    </ConfirmDialog>
  )
}
