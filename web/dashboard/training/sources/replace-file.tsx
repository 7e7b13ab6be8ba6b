import { useRef } from 'react'
import { errorText } from '#shared/errors.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { useTexts } from '#web/data/language.tsx'
import { storedLanguage } from '#web/data/stored-language.ts'
import { upload } from '#web/data/upload.ts'
import type { Source } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { acceptedFiles, checkFile } from '#web/dashboard/training/uploads/check-file.ts'
import { fitPicture } from '#web/dashboard/training/uploads/fit-picture.ts'

/** The old file answers until the new one is read. */
export function ReplaceFile({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const chooser = useRef<HTMLInputElement>(null)
  const { busy, perform } = useAction({ onProblem: showErrorToast })

  async function send(chosen: File) {
    await perform(async () => {
      const file = await fitPicture(chosen)
      const refused = checkFile(file)
      if (refused) return showErrorToast(errorText(refused, storedLanguage()))
      const { result } = await sendOver(source.id, file)
      showToast(result.status === 'processing' ? texts.replaceStarted : texts.replaceSame)
    })
  }

  return (
    <>
      <FilePicker
        ref={chooser}
        accept={acceptedFiles}
        aria-label={texts.replace}
        onFiles={([file]) => void send(file)}
      />
      <Button look="filled" icon="upload" busy={busy} onClick={() => chooser.current?.click()}>
        {texts.replace}
      </Button>
    </>
  )
}

function sendOver(id: string, body: File) {
  const { signal } = new AbortController()
  return upload('PUT /api/v1/sources/:id/file', { params: { id }, body }, newClientId(), () => {}, signal)
}
