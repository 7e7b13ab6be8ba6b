import { useState } from 'react'
import { gateTexts } from '#shared/texts/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showErrorToast, showToast } from '#web/kit/toast.tsx'
import { fill } from '#web/parts/texts.ts'
import { RemovalPreview } from './removal-preview.tsx'

/** Lets the server read a failed file once more. */
export async function readAgain(source: Source): Promise<void> {
  try {
    await call('POST', `/sources/${source.id}/retry`, undefined, { repeatable: true })
  } catch (error) {
    showErrorToast(messageOf(error))
  }
}

/** Lets the server look at a link's pages now. */
export async function syncNow(source: Source): Promise<void> {
  try {
    await call('POST', `/sources/${source.id}/resync`, undefined, { repeatable: true })
  } catch (error) {
    showErrorToast(messageOf(error))
  }
}

/** Stops the reading of a source; what answered before goes on answering. */
export async function stopReading(source: Source, done: string): Promise<void> {
  try {
    await call('POST', `/sources/${source.id}/cancel`, undefined, { repeatable: true })
    showToast(done)
  } catch (error) {
    showErrorToast(messageOf(error))
  }
}

type RemoveProps = { source: Source | undefined; onClose(): void; onRemoved?(): void }

/** Asks before a document is removed, and says what that means for the bot. */
export function RemoveSourceDialog({ source, onClose, onRemoved }: RemoveProps) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [erase, setErase] = useState(false)

  function close() {
    setProblem(undefined)
    setErase(false)
    onClose()
  }

  async function remove(id: string) {
    setBusy(true)
    setProblem(undefined)
    try {
      await call('DELETE', `/sources/${id}${erase ? '?erase=true' : ''}`)
      showToast(texts.removed)
      close()
      onRemoved?.()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={source !== undefined}
      role="alertdialog"
      title={fill(texts.removeTitle, { name: source?.title ?? '' })}
      onClose={close}
      foot={
        <>
          <Button autoFocus onClick={close}>
            {texts.keep}
          </Button>
          <Button look="danger" busy={busy} busyText={texts.removing} onClick={() => source && void remove(source.id)}>
            {texts.remove}
          </Button>
        </>
      }
    >
      <p className="soft training-dialog-text">
        {source?.kind === 'link'
          ? texts.removeLinkText
          : source?.kind === 'pair'
            ? texts.removePairText
            : texts.removeText}
      </p>
      {source && <RemovalPreview sourceId={source.id} />}
      <label className="row removal-erase">
        <input type="checkbox" checked={erase} onChange={event => setErase(event.target.checked)} />
        <span>
          {gate.eraseNow}
          <br />
          <span className="muted">{erase ? gate.eraseNowText : gate.removalKept}</span>
        </span>
      </label>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
