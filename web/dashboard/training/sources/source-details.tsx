import { useState } from 'react'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { linesTexts } from '#shared/texts/lines/lines-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { CorrectAddressDialog } from '#web/parts/forms/correct-address-dialog.tsx'
import { useMedia } from '#web/parts/page/use-media.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { counted, fill } from '#web/parts/language/texts.ts'
import { AskBot } from '#web/dashboard/training/ask-bot.tsx'
import { Understood } from './fact-counts.tsx'
import { RefreshIntervalField } from './refresh-interval-field.tsx'
import { fileSize } from './file-size.ts'
import { GatePanel } from '#web/dashboard/training/test-questions/gate-panel.tsx'
import { OverlapPanel } from './overlaps.tsx'
import { PageList } from './page-list.tsx'
import { LineMeaning } from '#web/dashboard/training/lines/line-meaning.tsx'
import { SourceLines, ToCheck } from '#web/dashboard/training/lines/source-lines.tsx'
import { useChosenLine } from '#web/dashboard/training/lines/use-chosen-line.ts'
import { useFactsChanged } from '#web/dashboard/training/lines/use-source-facts.ts'
import { PhotoLines } from '#web/dashboard/training/photos/photo-lines.tsx'
import { useReadAgain } from './source-actions.tsx'
import { mayReadAgain, reasonText, SourceState } from './source-state.tsx'
import { SourceUse } from './source-use.tsx'
import { SourceVersions } from './source-versions.tsx'

export function SourceDetails({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const { language } = useLanguage()
  const isLink = source.kind === 'link' && source.parent_id === null
  const hasOld = source.passages_count > 0
  const lines = useTexts(linesTexts)
  const isNarrow = useMedia('(max-width: 1099px)')
  const chosen = useChosenLine(source)
  const changed = useFactsChanged()
  const { facts, line } = chosen
  const showsLines = hasOld && source.status !== 'failed' && !(isLink && source.link_mode !== 'page')
  const meaning = facts.error ? (
    <LoadError query={facts} failed={lines.factsFailed} brief />
  ) : line && facts.data ? (
    <LineMeaning key={line.key} source={source} line={line} sources={facts.data.sources} onChanged={changed} />
  ) : (
    <p className="muted">{lines.choose}</p>
  )
  return (
    <>
      <div className="training-meta">
        <SourceState source={source} />
        <Understood source={source} />
        <Meta source={source} />
        {isLink && <Schedule link={source} />}
      </div>
      {source.status === 'processing' && source.progress < 60 && hasOld && (
        <div className="training-notice">
          <Notice tone="info">{texts.oldAnswers}</Notice>
        </div>
      )}
      {source.status === 'processed' && source.reason && (
        <div className="training-notice">
          <Notice>
            <b>{source.kind === 'link' ? texts.lookFailed : texts.newFailedTitle}</b> {reasonText(source, language)}
          </Notice>
        </div>
      )}
      <GatePanel source={source} />
      {source.reading !== null && source.status !== 'failed' && <PhotoLines source={source} />}
      {showsLines && source.lines_open === 0 && <ToCheck chosen={chosen} />}
      {showsLines && chosen.gone && <Notice tone="info">{lines.gone}</Notice>}
      <div className={`training-columns ${showsLines ? 'document-columns' : ''}`}>
        <section className="panel training-files" aria-label={texts.passagesTitle}>
          {source.status === 'failed' ? (
            <Failed source={source} />
          ) : source.status === 'waiting' && !hasOld ? (
            <div className="state">
              <PetalMeter filled={4} width={54} />
              <h2>{gate.waitingHere}</h2>
              <p>{gate.waitingSecond}</p>
            </div>
          ) : source.status === 'processing' && !hasOld ? (
            <div className="state">
              <PetalMeter filled="waiting" width={54} />
              <h2>{isLink ? texts.stillReadingLink : texts.stillReading}</h2>
              <p>{isLink ? texts.stillReadingLinkText : texts.stillReadingText}</p>
            </div>
          ) : isLink && source.link_mode !== 'page' ? (
            <PageList link={source} />
          ) : (
            <SourceLines source={source} chosen={chosen} below={isNarrow ? meaning : null} />
          )}
        </section>
        <aside className="stack training-side">
          {showsLines && !isNarrow && <div className="document-aside">{meaning}</div>}
          {source.status === 'waiting' && (
            <section className="panel source-versions">
              <h2>{gate.rule}</h2>
              <p className="soft">{gate.ruleText}</p>
              <p className="muted">{gate.byEmbedded}</p>
            </section>
          )}
          {(source.kind === 'file' || source.link_mode === 'page') && <SourceVersions source={source} />}
          <SourceUse source={source} />
          <OverlapPanel source={source} />
          <AskBot />
        </aside>
      </div>
    </>
  )
}

function Failed({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const [correcting, setCorrecting] = useState(false)
  const { busy, readAgain } = useReadAgain(source)
  const { language } = useLanguage()
  return (
    <div className="panel-body stack training-failed">
      <Notice tone="bad">
        {source.kind === 'file' && <b>{texts.failedTitle}. </b>}
        {reasonText(source, language)}
      </Notice>
      {mayReadAgain(source) && (
        <Button icon="rotate-cw" busy={busy} onClick={() => void readAgain()}>
          {source.kind === 'link' ? texts.readAgain : texts.retryRead}
        </Button>
      )}
      {source.kind === 'link' && source.parent_id === null && (
        <Button icon="pencil" onClick={() => setCorrecting(true)}>
          {texts.correctAddress}
        </Button>
      )}
      {correcting && <CorrectAddressDialog source={source} onClose={() => setCorrecting(false)} />}
    </div>
  )
}

function Meta({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const { members } = useCurrentWorkspace()
  const times = useTimes()
  const by = members.find(member => member.person_id === source.created_by)
  const meta = {
    size: fileSize(source.size ?? 0, language),
    date: times.dateAndClock(source.created_at),
    name: givenName(by?.name ?? ''),
  }
  const words =
    source.kind === 'file'
      ? fill(by?.name ? texts.metaBy : texts.meta, meta)
      : source.parent_id !== null
        ? fill(texts.metaPage, { date: times.dateAndClock(source.processed_at ?? source.created_at) })
        : source.synced_at
          ? fill(texts.metaLink, {
              pages: counted(language, source.pages_read, texts.pagesOne, texts.pagesMany),
              date: times.dateAndClock(source.synced_at),
            })
          : fill(texts.metaLinkNew, { date: times.dateAndClock(source.created_at) })
  return (
    <span className="num muted">
      {source.live_version !== null && source.live_version > 1 && source.kind === 'file'
        ? `v${source.live_version} · `
        : ''}
      {words}
    </span>
  )
}

function Schedule({ link }: { link: Source }) {
  const texts = useTexts(trainingTexts)
  const times = useTimes()
  const { perform } = useAction({ onProblem: showErrorToast })
  const change = (days: number | null) =>
    perform(() => call('PATCH /api/v1/sources/:id', { params: { id: link.id }, body: { resync_days: days } }))

  return (
    <span className="row training-schedule">
      <RefreshIntervalField small value={link.resync_days} onChoose={days => void change(days)} />
      {link.resync_at && (
        <span className="num muted">{fill(texts.nextSync, { date: times.dateAndClock(link.resync_at) })}</span>
      )}
    </span>
  )
}
