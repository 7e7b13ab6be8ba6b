import { useState } from 'react'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { RemovalPreview } from './removal-preview.tsx'

export async function readAgain(source: Source): Promise<void> {
  try {
    await call('POST /api/v1/sources/:id/retry', { params: { id: source.id }, repeatable: true })
  } catch (error) {
    showError(error)
  }
}

export async function syncNow(source: Source): Promise<void> {
  try {
    await call('POST /api/v1/sources/:id/resync', { params: { id: source.id }, repeatable: true })
  } catch (error) {
    showError(error)
  }
}

export async function stopReading(source: Source, done: string): Promise<void> {
  try {
    await call('POST /api/v1/sources/:id/cancel', { params: { id: source.id }, repeatable: true })
    showToast(done)
  } catch (error) {
    showError(error)
  }
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
