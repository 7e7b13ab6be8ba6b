import { useState } from 'react'
import { sureFrom } from '#shared/contracts/training/photos.contract.ts'
import type { PhotoLine } from '#shared/contracts/training/photos.results.ts'
import { hardToRead } from '#shared/rules/hard-to-read.ts'
import { photosTexts } from '#shared/texts/training/photos-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { LineCard } from './line-card.tsx'
import { LineList } from './line-list.tsx'
import { usePagePicture } from './page-picture.ts'
import './photos.css'
import { useTypedLines } from './typed-lines.ts'
import type { Decision } from './unsaved-decisions.ts'
import { asDecision, isOpen, useLines, verdictOf } from './use-lines.ts'

export function PhotoLines({ source }: { source: Source }) {
  const texts = useTexts(photosTexts)
  const query = useLines(source)
  const { data, decide } = query
  const [picked, setPicked] = useState<number>()
  const { typedAt, type, restore } = useTypedLines(data?.reading ?? 0)
  const [shownPage, setShownPage] = useState(1)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const lines = data?.lines ?? []
  const wanted = lines.filter(line => line.needs_review || line.state !== 'open')
  const open = wanted.filter(isOpen)
  const line = lines.find(({ position }) => position === picked) ?? open[0]
  // It stays where it is when a colleague decides on it.
  if (line && picked !== line.position) setPicked(line.position)
  const page = line?.page ?? shownPage
  const picture = usePagePicture(source.id, data?.reading ?? 0, page)

  if (!data) return <QueryState query={query} failed={texts.failed} loading={texts.loading} rows={5} />
  if (lines.length === 0) return null

  async function run(decisions: Decision[], done: string) {
    const touched = lines.filter(one => decisions.some(({ position }) => position === one.position))
    const before = touched.map(one => ({
      ...asDecision(one),
      seen: verdictOf(decisions.find(({ position }) => position === one.position)),
    }))
    const typed = touched.map(one => [one, typedAt(one.position)] as const)
    for (const one of touched) type(one, undefined)
    try {
      await decide(
        decisions.map(one => ({ ...one, seen: verdictOf(before.find(was => was.position === one.position)) })),
      )
      showToast(done, { text: texts.undo, run: () => void undoDecisions(before) })
    } catch (trouble) {
      for (const [one, was] of typed) restore(one.position, was)
      showError(trouble)
    }
  }
  async function undoDecisions(before: Decision[]) {
    try {
      await decide(before)
      setPicked(before[0]?.position)
    } catch (trouble) {
      showError(trouble)
    }
  }
  function onDecide(decision: Decision) {
    const next =
      open.find(({ position }) => position > decision.position) ?? open.find(one => one.position !== decision.position)
    setPicked(next?.position)
    void run([decision], decision.state === 'dropped' ? texts.dropped : texts.saved)
  }
  function onMove(by: 1 | -1) {
    const at = wanted.findIndex(({ position }) => position === line?.position)
    const next = wanted[at + by]
    if (next) setPicked(next.position)
  }
  const seenKey = (position: number) => `${data.reading} ${position}`
  const pageLines = lines.filter(one => one.page === page)
  const doubtful = hardToRead(pageLines)
  const reviewed = open.filter(
    one =>
      one.confidence >= sureFrom &&
      seen.has(seenKey(one.position)) &&
      !typedAt(one.position) &&
      hardToRead(lines.filter(other => other.page === one.page)) === 0,
  )
  const place = line ? fill(texts.progress, { at: wanted.findIndex(one => one === line) + 1, all: wanted.length }) : ''
  const pages = data.pages

  return (
    <section className="panel photo-panel" aria-label={texts.title}>
      <header className="photo-head">
        <div className="fill">
          <h2>{texts.title}</h2>
          <p className="soft">{texts.lead}</p>
        </div>
        <p className="photo-progress num" role="status">
          <progress value={wanted.length - open.length} max={Math.max(1, wanted.length)} aria-hidden="true" />
          {open.length > 0 ? fill(texts.left, { count: open.length }) : fill(texts.doneTitle, { count: wanted.length })}
        </p>
      </header>
      {picture === null && (
        <div className="photo-inside">
          <Notice>{texts.pictureFailed}</Notice>
        </div>
      )}
      {doubtful > 0 && pageLines.some(isOpen) && (
        <div className="photo-inside">
          <Notice>
            {fill(texts.hardToRead, { count: doubtful, all: pageLines.filter(one => one.needs_review).length })}
          </Notice>
        </div>
      )}
      {line ? (
        <div className="photo-inside">
          <p className="photo-place num">{place}</p>
          <LineCard
            key={`${data.reading} ${line.position}`}
            line={line}
            typed={typedAt(line.position)}
            onType={cells => type(line, cells)}
            names={namesOf(lines, line)}
            picture={picture}
            page={pages.find(one => one.page === line.page)}
            place={place}
            onDecide={onDecide}
            onMove={onMove}
          />
        </div>
      ) : (
        <div className="state">
          <PetalMeter filled={5} width={54} />
          <h2>{fill(texts.doneTitle, { count: wanted.length })}</h2>
          <p>{texts.doneText}</p>
        </div>
      )}
      {pages.length > 1 && (
        <nav className="photo-pages">
          {pages.map(one => (
            <button
              key={one.page}
              type="button"
              className="chip"
              aria-current={one.page === page || undefined}
              onClick={() => {
                setShownPage(one.page)
                setPicked(wanted.find(own => own.page === one.page)?.position)
              }}
            >
              {one.page}
            </button>
          ))}
        </nav>
      )}
      <LineList
        key={data.reading}
        lines={pageLines}
        at={line?.position}
        isTyped={position => typedAt(position) !== undefined}
        pages={pages}
        pictureOf={() => picture}
        onPick={setPicked}
        onSeen={position => setSeen(before => new Set([...before, seenKey(position)]))}
      />
      {open.length > 1 && (
        <footer className="photo-foot">
          <Button
            icon="check-check"
            disabled={reviewed.length === 0}
            onClick={() => {
              setPicked(open.find(one => !reviewed.includes(one))?.position)
              void run(
                reviewed.map(({ position }) => ({ position, state: 'right' as const })),
                fill(texts.restSaved, { count: reviewed.length }),
              )
            }}
          >
            {reviewed.length > 0 ? fill(texts.rest, { count: reviewed.length }) : texts.restNone}
          </Button>
          {reviewed.length < open.length && (
            <span className="muted">{doubtful > 0 && reviewed.length === 0 ? texts.restHard : texts.restFirst}</span>
          )}
        </footer>
      )}
    </section>
  )
}

function namesOf(lines: readonly PhotoLine[], line: PhotoLine): string[] {
  if (line.kind !== 'row') return []
  const head = lines.findLast(one => one.kind === 'head' && one.table === line.table)
  return head ? (head.said ?? head.cells) : []
}
