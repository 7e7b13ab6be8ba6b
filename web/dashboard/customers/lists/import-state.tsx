import { useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerListsTexts, lineProblemTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { isAtWork, type ListImport } from './read-imports.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'

type Acts = { onChanged(): Promise<void>; onAgain(): void; onNew(): void }

export function ImportState({ list, ...acts }: { list: ListImport } & Acts) {
  const texts = useTexts(customerListsTexts)
  return (
    <section className="panel panel-body stack gap-4" aria-label={list.file_name} aria-live="polite">
      <h2 className="list-name">{list.file_name}</h2>
      {isAtWork(list) ? (
        <AtWork list={list} />
      ) : list.status === 'checked' ? (
        <Tried list={list} {...acts} />
      ) : (
        <Over list={list} {...acts} />
      )}
      {list.status === 'failed' && (
        <Notice tone="bad">
          {list.reason === 'over_plan'
            ? texts.failedPlan
            : list.reason === 'expired'
              ? texts.failedExpired
              : texts.failed}
        </Notice>
      )}
    </section>
  )
}

function AtWork({ list }: { list: ListImport }) {
  const texts = useTexts(customerListsTexts)
  const count = list.row_count - (list.has_names ? 1 : 0)
  const words =
    list.status === 'checking' ? texts.checking : list.status === 'importing' ? texts.importing : texts.undoing
  return (
    <p className="row gap-3">
      <PetalMeter filled={Math.min(4, Math.floor((list.done_rows / Math.max(1, count)) * 5))} width={28} />
      <span className="num">{fill(words, { done: list.done_rows, count })}</span>
    </p>
  )
}

function Tried({ list, onChanged, onAgain }: { list: ListImport } & Acts) {
  const texts = useTexts(customerListsTexts)
  const { busy, problem, perform } = useAction({ once: true })
  const { good = 0, bad = 0, left = 0, agreed = 0, room: free = null, new_tags: tags = [] } = list.report
  const fits = free === null || good <= free

  async function commit() {
    await perform(async () => {
      await call('POST /api/v1/customers/imports/:id/commit', { params: { id: list.id }, body: { leave_out: bad > 0 } })
      await onChanged()
    })
  }

  return (
    <>
      <ul className="list-counts num">
        <li>
          <b>{fill(texts.good, { count: good })}</b>
          {agreed > 0 && <span className="soft"> · {fill(texts.agreed, { count: agreed })}</span>}
        </li>
        {bad > 0 && <li>{fill(texts.bad, { count: bad })}</li>}
        {left > 0 && <li>{fill(texts.left, { count: left })}</li>}
      </ul>
      {tags.length > 0 && <p>{fill(texts.newTags, { names: tags.join(', ') })}</p>}
      {!fits && <Notice>{fill(texts.room, { count: free })}</Notice>}
      <Lines list={list} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      {good === 0 && <p className="soft">{texts.nothing}</p>}
      <p className="row gap-3 flex-wrap">
        {good > 0 && fits && (
          <Button look="filled" busy={busy} onClick={() => void commit()}>
            {bad > 0 ? fill(texts.commitLeave, { bad, count: good }) : fill(texts.commit, { count: good })}
          </Button>
        )}
        <Button onClick={onAgain}>{texts.again}</Button>
      </p>
    </>
  )
}

function Lines({ list }: { list: ListImport }) {
  const texts = useTexts(customerListsTexts)
  const { language } = useLanguage()
  const problems = lineProblemTexts(language)
  const { lines = [], counts = {} } = list.report
  if (lines.length === 0) return null
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - lines.length
  return (
    <div className="list-lines" role="region" aria-label={texts.lines} tabIndex={0}>
      <ul>
        {lines.map(({ line, problem }) => (
          <li key={`${line} ${problem}`} className="row gap-3">
            <span className="muted num">{fill(texts.line, { line })}</span>
            <span className="fill">{problems[problem]}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="soft">{fill(texts.moreLines, { count: more })}</p>}
    </div>
  )
}

function Over({ list, onChanged, onNew }: { list: ListImport } & Acts) {
  const texts = useTexts(customerListsTexts)
  const times = useTimes()
  const now = useMoment()
  const [asks, setAsks] = useState(false)
  const until = list.undo_until
  const ended = list.status === 'done' || list.status === 'failed'
  const undoable = ended && until !== null && new Date(until) > new Date(now)

  async function undo() {
    await call('POST /api/v1/customers/imports/:id/undo', { params: { id: list.id } })
    setAsks(false)
    await onChanged()
  }

  return (
    <>
      {list.status === 'done' && <p className="num">{fill(texts.done, { count: list.report.good ?? 0 })}</p>}
      {list.status === 'failed' && until && (
        <p className="num">{fill(texts.failedPart, { count: list.report.good ?? 0 })}</p>
      )}
      {list.status === 'undone' && <p>{texts.undone}</p>}
      {undoable && <p className="soft num">{fill(texts.undoUntil, { time: times.dateAndClock(until) })}</p>}
      <p className="row gap-3 flex-wrap">
        {list.status === 'done' && (
          <Link className={buttonClass('filled')} to={addresses.customers}>
            {texts.back}
          </Link>
        )}
        <Button onClick={onNew}>{texts.newList}</Button>
        {undoable && (
          <Button look="danger-quiet" onClick={() => setAsks(true)}>
            {texts.undo}
          </Button>
        )}
      </p>
      {asks && (
        <ConfirmDialog
          title={texts.undoTitle}
          className="soft"
          keep={texts.cancel}
          act={texts.undo}
          run={undo}
          onClose={() => setAsks(false)}
        >
          <p>{texts.undoText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
