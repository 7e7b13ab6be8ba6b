import { useState } from 'react'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'

export function RefuseRequest({ id, onClose, onRefused }: { id: string; onClose(): void; onRefused(): Promise<void> }) {
  const texts = useTexts(dataRequestsTexts)
  const [why, setWhy] = useState('')
  const { busy, problem, perform } = useAction({ once: true })

  async function refuse() {
    await perform(async () => {
      await call('PATCH /api/v1/data-requests/:id', { params: { id }, body: { act: 'refused', why } })
      await onRefused()
      onClose()
    })
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={texts.refuseTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="danger" busy={busy} onClick={() => void refuse()}>
            {texts.refuse}
          </Button>
        </>
      }
    >
      <p className="soft">{texts.refuseText}</p>
      <TextareaField label={texts.why} value={why} maxLength={1000} rows={3} onValue={setWhy} />
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
