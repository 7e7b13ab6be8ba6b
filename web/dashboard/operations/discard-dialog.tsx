import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { ApiError, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { type Undelivered, useUndeliveredActions } from './undelivered-rows.ts'

export function DiscardDialog({ row, onClose }: { row: Undelivered; onClose(): void }) {
  const texts = useTexts(channelScreensTexts)
  const { drop } = useUndeliveredActions()

  async function run() {
    await drop(row)
    showToast(texts.dropped)
  }

  return (
    <ConfirmDialog
      title={texts.dropTitle}
      keep={texts.keep}
      act={texts.dropNow}
      busyText={texts.dropping}
      run={run}
      wordsOf={error => (error instanceof ApiError && error.status === 404 ? texts.dropAnyFailed : messageOf(error))}
      onClose={onClose}
    >
      <p>{row.kind === 'deliver message' ? texts.dropText : texts.dropJobText}</p>
    </ConfirmDialog>
  )
}
