import { useRef, useState } from 'react'
import type { PairLine, PairsPreview } from '#shared/contracts/training/training.results.ts'
import { errorText } from '#shared/errors.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { upload } from '#web/data/upload.ts'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Chip, type ChipTone } from '#web/kit/tag.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useAction } from '#web/kit/use-action.ts'

const maxShown = 50

export function ImportDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const texts = useTexts(trainingTexts)
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<PairsPreview>()
  const { busy, problem, setProblem, perform } = useAction()

  async function send(chosen: File, how: 'preview' | 'all' | 'skip'): Promise<PairsPreview> {
    const asked = { query: { how }, body: chosen }
    const { signal } = new AbortController()
    return (await upload('POST /api/v1/sources/pairs/import', asked, newClientId(), () => {}, signal)).result
  }

  async function show(chosen: File) {
    setFile(chosen)
    setPreview(undefined)
    await perform(async () => setPreview(await send(chosen, 'preview')))
  }

  async function write() {
    if (!file || !preview) return
    await perform(async () => {
      const done = await send(file, preview.problems > 0 ? 'skip' : 'all')
      showToast(fill(texts.imported, { count: done.adds + done.changes }))
      close()
    })
  }

  function close() {
    setFile(undefined)
    setPreview(undefined)
    setProblem(undefined)
    onClose()
  }

  const count = preview ? preview.adds + preview.changes : 0
  return (
    <Dialog
      open={open}
      title={texts.importTitle}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{texts.cancelDialog}</Button>
          {count > 0 ? (
            <Button look="filled" busy={busy} busyText={texts.importing} onClick={() => void write()}>
              {fill(preview?.problems ? texts.importSkip : texts.importAll, { count })}
            </Button>
          ) : (
            <Button look="filled" busy={busy} busyText={texts.importReading} onClick={() => chooser.current?.click()}>
              {preview || problem ? texts.importOther : texts.importChoose}
            </Button>
          )}
        </>
      }
    >
      <FilePicker
        ref={chooser}
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={texts.importChoose}
        onFiles={([chosen]) => void show(chosen)}
      />
      <p className="soft training-dialog-text">{texts.importText}</p>
      <div aria-live="polite" className="stack">
        {problem && <Notice tone="bad">{problem}</Notice>}
        {preview && (
          <>
            <p className="num">
              {count === 0 && preview.problems === 0
                ? texts.importNothing
                : fill(texts.importSummary, {
                    adds: preview.adds,
                    changes: preview.changes,
                    problems: preview.problems,
                  })}
            </p>
            <Lines lines={preview.lines} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Lines({ lines }: { lines: PairLine[] }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const ordered = [...lines.filter(line => line.does === 'problem'), ...lines.filter(line => line.does !== 'problem')]
  const shown = ordered.slice(0, Math.max(maxShown, lines.filter(line => line.does === 'problem').length))
  const states: Record<PairLine['does'], [tone: ChipTone, text: string]> = {
    adds: ['ok', texts.importAdds],
    changes: ['warning', texts.importChanges],
    nothing: ['plain', texts.importSame],
    problem: ['bad', texts.importProblem],
  }
  return (
    <div className="training-import-lines" role="region" aria-label={texts.importLines} tabIndex={0}>
      <ul>
        {shown.map(line => (
          <li key={line.line}>
            <p className="row">
              <span className="muted num">{fill(texts.importLine, { line: line.line })}</span>
              <Chip tone={states[line.does][0]}>{states[line.does][1]}</Chip>
            </p>
            <p className="training-file-name">{line.question || '–'}</p>
            <p className="soft">{line.answer || '–'}</p>
            {line.problem && <p className="training-reason">{errorText(line.problem, language)}</p>}
          </li>
        ))}
      </ul>
      {lines.length > shown.length && (
        <p className="soft">{fill(texts.importMoreLines, { count: lines.length - shown.length })}</p>
      )}
    </div>
  )
}
