import { type ReactNode } from 'react'
import { fold } from '#shared/rules/text/fold.ts'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

type QuestionProps = {
  title: string
  consequences: readonly string[]
  children?: ReactNode
  lacks?: string | undefined
  /** Gets the typed word; errors are shown. */
  run(word: string): Promise<unknown>
  onClose(): void
}

export function TypedConfirmDialog({ title, consequences, children, lacks, run, onClose }: QuestionProps) {
  const texts = useTexts(accountTexts)
  const proof = useReauthentication()
  const form = useForm({
    start: { word: '' },
    // With or without marks.
    check: ({ word }) => ({ lacks, word: fold(word).trim() === fold(texts.theWord) ? undefined : texts.wordWrong }),
    save: async ({ word }) => (await proof.prove()) && run(word),
  })

  return (
    <FormDialog
      form={form}
      role="alertdialog"
      title={title}
      cancel={texts.keep}
      save={texts.deleteNow}
      busyText={texts.deleting}
      look="danger"
      onClose={onClose}
    >
      <ul className="consequences soft">
        {consequences.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {children}
      <Field label={texts.typeWord} name="word" autoComplete="off" {...form.field('word')} />
      {proof.field}
    </FormDialog>
  )
}
