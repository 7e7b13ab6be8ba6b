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

type Asked = { act: 'drop'; letter: DeskDeadLetter } | { act: 'replay all' }

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
      {letters => (
        <>
          <LetterTable letters={letters} onDrop={letter => setAsked({ act: 'drop', letter })} />
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
                work: workOf(asked.letter),
                name: asked.letter.workspace ?? texts.installation,
              })}
              act={texts.dropNow}
              danger
              address="POST /api/v1/operator/dead-letters/:id/drop"
              id={asked.letter.id}
              done={texts.dropped}
              onClose={close}
            />
          )}
        </>
      )}
    </DeskPanel>
  )
}

function useWorkOf(): (letter: DeskDeadLetter) => string {
  const { language } = useLanguage()
  const texts = useTexts(operatorTexts)
  return ({ kind }) => jobName(language, kind) ?? texts.otherWork
}

function LetterTable({ letters, onDrop }: { letters: DeskDeadLetter[]; onDrop(letter: DeskDeadLetter): void }) {
  const texts = useTexts(operatorTexts)
  return (
    <DataTable
      className="op-table"
      columns={[texts.work, texts.shop, texts.why, texts.tries, texts.when]}
      actions={texts.actions}
    >
      {letters.map(letter => (
        <LetterRow key={letter.id} letter={letter} onDrop={() => onDrop(letter)} />
      ))}
    </DataTable>
  )
}

function LetterRow({ letter, onDrop }: { letter: DeskDeadLetter; onDrop(): void }) {
  const texts = useTexts(operatorTexts)
  const times = useHouseTimes()
  const run = useDeskAct()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const names = { work: useWorkOf()(letter), name: letter.workspace ?? texts.installation }
  async function replay() {
    await perform(async () => {
      await run('POST /api/v1/operator/dead-letters/:id/replay', { params: { id: letter.id } })
      showToast(texts.replayed)
    })
  }
  return (
    <TableRow>
      <TableCell>
        <b>{names.work}</b>
        <code className="job-kind">{letter.kind}</code>
      </TableCell>
      <TableCell className="soft">{names.name}</TableCell>
      <TableCell className="soft op-wide">{letter.reason}</TableCell>
      <TableCell className="num op-tries">{letter.attempts}</TableCell>
      <TableCell className="muted num">{times.dateAndClock(letter.created_at)}</TableCell>
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
