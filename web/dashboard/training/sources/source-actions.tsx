import { useState } from 'react'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { RemovalPreview } from './removal-preview.tsx'

export function useReadAgain({ id }: Source) {
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const readAgain = () => perform(() => call('POST /api/v1/sources/:id/retry', { params: { id }, repeatable: true }))
  return { busy, readAgain }
}

export function useSyncNow({ id }: Source) {
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const syncNow = () => perform(() => call('POST /api/v1/sources/:id/resync', { params: { id }, repeatable: true }))
  return { busy, syncNow }
}

export function useStopReading({ id }: Source) {
  const texts = useTexts(trainingTexts)
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const stopReading = () =>
    perform(async () => {
      await call('POST /api/v1/sources/:id/cancel', { params: { id }, repeatable: true })
      showToast(texts.stopped)
    })
  return { busy, stopReading }
}

type RemoveProps = { source: Source | undefined; onClose(): void; onRemoved?(): void }

export function RemoveSourceDialog({ source, onClose, onRemoved }: RemoveProps) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const [erase, setErase] = useState(false)
  if (!source) return null
  const { id, title, kind } = source

  function close() {
    setErase(false)
    onClose()
  }

  async function remove() {
    await call('DELETE /api/v1/sources/:id', { params: { id }, query: erase ? { erase: 'true' } : {} })
    showToast(texts.removed)
    onRemoved?.()
  }

  return (
    <ConfirmDialog
      title={fill(texts.removeTitle, { name: title })}
      keep={texts.keep}
      act={texts.remove}
      busyText={texts.removing}
      run={remove}
      onClose={close}
    >
      <p>{kind === 'link' ? texts.removeLinkText : kind === 'pair' ? texts.removePairText : texts.removeText}</p>
      <RemovalPreview sourceId={id} />
      <label className="row removal-erase">
        <input type="checkbox" checked={erase} onChange={event => setErase(event.target.checked)} />
        <span>
          {gate.eraseNow}
          <br />
          <span className="muted">{erase ? gate.eraseNowText : gate.removalRetention}</span>
        </span>
      </label>
    </ConfirmDialog>
  )
}
