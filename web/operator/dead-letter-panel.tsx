import { useState } from 'react'
import type { DeskDeadLetter } from '#shared/contracts/operator.results.ts'
import { jobName } from '#shared/texts/operator/jobs-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ActDialog } from './act-dialog.tsx'
import { useDeadLetters, useDeskAct, useHouseTimes } from './desk-lists.ts'
import { DeskPanel } from './desk-panel.tsx'
import { DataTable, TableCell, TableRow } from '#web/kit/data-table.tsx'

type Asked = { act: 'drop'; deadLetter: DeskDeadLetter } | { act: 'replay all' }

export function DeadLetterPanel() {
  const texts = useTexts(operatorTexts)
  const workOf = useWorkOf()
  const query = useDeadLetters()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const count = query.data?.length ?? 0
  const all = (
    <Button size="sm" icon="rotate-cw" onClick={() => setAsked({ act: 'replay all' })}>
      {texts.replayAll}
    </Button>
  )
  return (
    <DeskPanel title={texts.deadLetters} actions={count > 1 && all} query={query} empty={texts.noDeadLetters}>
      {deadLetters => (
        <>
          <DeadLetterTable deadLetters={deadLetters} onDrop={deadLetter => setAsked({ act: 'drop', deadLetter })} />
          {asked?.act === 'replay all' && (
            <ActDialog
              title={fill(texts.replayAllTitle, { count })}
              text={texts.replayAllText}
              act={texts.replayAll}
              address="POST /api/v1/operator/dead-letters/replay"
              done={texts.replayed}
              onClose={close}
            />
          )}
          {asked?.act === 'drop' && (
            <ActDialog
              title={texts.dropTitle}
              text={fill(texts.dropText, {
                work: workOf(asked.deadLetter),
                name: asked.deadLetter.workspace ?? texts.installation,
              })}
              act={texts.dropNow}
              danger
              address="POST /api/v1/operator/dead-letters/:id/drop"
              id={asked.deadLetter.id}
              done={texts.dropped}
              onClose={close}
            />
          )}
        </>
      )}
    </DeskPanel>
  )
}

function useWorkOf(): (deadLetter: DeskDeadLetter) => string {
  const { language } = useLanguage()
  const texts = useTexts(operatorTexts)
  return ({ kind }) => jobName(language, kind) ?? texts.otherWork
}

function DeadLetterTable({
  deadLetters,
  onDrop,
}: {
  deadLetters: DeskDeadLetter[]
  onDrop(deadLetter: DeskDeadLetter): void
}) {
  const texts = useTexts(operatorTexts)
  return (
    <DataTable
      className="op-table"
      columns={[texts.work, texts.shop, texts.why, texts.tries, texts.when]}
      actions={texts.actions}
    >
      {deadLetters.map(deadLetter => (
        <DeadLetterRow key={deadLetter.id} deadLetter={deadLetter} onDrop={() => onDrop(deadLetter)} />
      ))}
    </DataTable>
  )
}

function DeadLetterRow({ deadLetter, onDrop }: { deadLetter: DeskDeadLetter; onDrop(): void }) {
  const texts = useTexts(operatorTexts)
  const times = useHouseTimes()
  const run = useDeskAct()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const names = { work: useWorkOf()(deadLetter), name: deadLetter.workspace ?? texts.installation }
  async function replay() {
    await perform(async () => {
      await run('POST /api/v1/operator/dead-letters/:id/replay', { params: { id: deadLetter.id } })
      showToast(texts.replayed)
    })
  }
  return (
    <TableRow>
      <TableCell>
        <b>{names.work}</b>
        <code className="job-kind">{deadLetter.kind}</code>
      </TableCell>
      <TableCell className="soft">{names.name}</TableCell>
      <TableCell className="soft op-wide">{deadLetter.reason}</TableCell>
      <TableCell className="num op-tries">{deadLetter.attempts}</TableCell>
      <TableCell className="muted num">{times.dateAndClock(deadLetter.created_at)}</TableCell>
      <TableCell className="op-wide">
        <span className="row op-end">
          <Button size="sm" busy={busy} aria-label={fill(texts.replayOf, names)} onClick={() => void replay()}>
            {texts.replay}
          </Button>
          <IconButton icon="trash" label={fill(texts.drop, names)} onClick={onDrop} />
        </span>
      </TableCell>
    </TableRow>
  )
}
