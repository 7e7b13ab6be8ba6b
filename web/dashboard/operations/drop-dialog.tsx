import { useState } from 'react'
import { channelScreensTexts } from '#shared/texts/channel-screens-texts.ts'
import { ApiError, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { type Undelivered, useUndeliveredActions } from './undelivered-rows.ts'

/** Asks before something is given up for good. */
export function DropDialog({ row, onClose }: { row: Undelivered; onClose(): void }) {
  const texts = useTexts(channelScreensTexts)
  const { drop } = useUndeliveredActions()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run() {
    setBusy(true)
    setProblem(undefined)
    try {
      await drop(row)
      showToast(texts.dropped)
      onClose()
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      setProblem(isGone ? texts.dropAnyFailed : messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={texts.dropTitle}
      onClose={onClose}
      foot={
        <>
          <Button autoFocus onClick={onClose}>
            {texts.keep}
          </Button>
          <Button look="danger" busy={busy} busyText={texts.dropping} onClick={() => void run()}>
            {texts.dropNow}
          </Button>
        </>
      }
    >
      <p className="soft mt-1.5">{row.kind === 'deliver message' ? texts.dropText : texts.dropJobText}</p>
      {problem && (
        <div className="mt-3">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </Dialog>
  )
}
