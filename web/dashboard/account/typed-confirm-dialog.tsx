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
  /** What ends, what goes, what stays. */
  consequences: readonly string[]
  /** What is to be chosen beside it. */
  children?: ReactNode
  /** What is still to be chosen, in words. */
  lacks?: string | undefined
  /** Acts, with the word as it was typed. What it throws is told. */
  run(word: string): Promise<unknown>
  onClose(): void
}

/** Asks before something is deleted for good: what becomes of it, a typed word, and a proof of who sits here. */
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
