import { useRef } from 'react'
import { maxImportSize } from '#shared/contracts/customers/imports.contract.ts'
import { customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { useTexts } from '#web/data/language.tsx'
import { upload } from '#web/data/upload.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import type { BroughtList } from './read-imports.ts'

export function ListChooser({ onBrought }: { onBrought(list: BroughtList): Promise<void> }) {
  const texts = useTexts(customerListsTexts)
  const chooser = useRef<HTMLInputElement>(null)
  const { busy, problem, setProblem, perform } = useAction({ once: true })

  async function take(file: File) {
    if (file.size > maxImportSize) return setProblem(texts.tooLarge)
    await perform(async () => {
      const quiet = () => {}
      const sent = await upload(
        'POST /api/v1/customers/imports',
        { body: file },
        newClientId(),
        quiet,
        new AbortController().signal,
      )
      await onBrought(sent.result)
    })
  }

  return (
    <section className="panel panel-body stack gap-4" aria-label={texts.title}>
      <p>{texts.intro}</p>
      <p className="soft">{texts.introReach}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <FilePicker
        ref={chooser}
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={texts.choose}
        onFiles={([file]) => void take(file)}
      />
      <p>
        <Button
          look="filled"
          icon="upload"
          busy={busy}
          busyText={texts.reading}
          onClick={() => chooser.current?.click()}
        >
          {problem ? texts.other : texts.choose}
        </Button>
      </p>
    </section>
  )
}
