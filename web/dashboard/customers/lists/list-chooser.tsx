import { useRef, useState } from 'react'
import { largestImport } from '#shared/contracts/customers/imports.contract.ts'
import { customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { newClientId } from '#widget/new-id.ts'
import { messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { upload } from '#web/data/upload.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import type { BroughtList } from './read-imports.ts'

/** Takes a file; nothing of it is brought in yet. */
export function ListChooser({ onBrought }: { onBrought(list: BroughtList): Promise<void> }) {
  const texts = useTexts(customerListsTexts)
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > largestImport) return setProblem(texts.tooLarge)
    setBusy(true)
    setProblem(undefined)
    try {
      const quiet = () => {}
      const sent = await upload<BroughtList>(
        '/customers/imports',
        file,
        newClientId(),
        quiet,
        new AbortController().signal,
      )
      await onBrought(sent.result)
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <section className="panel panel-body stack gap-4" aria-label={texts.title}>
      <p>{texts.intro}</p>
      <p className="soft">{texts.introReach}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={texts.choose}
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          void take(file)
        }}
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
