import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { fold } from '#shared/rules/text/fold.ts'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'

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
  const form = useRef<HTMLFormElement>(null)
  const [word, setWord] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { busy, problem, setProblem, perform } = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    // With or without marks.
    const meant = fold(word).trim() === fold(texts.theWord)
    setProblem(lacks)
    setWrong(meant ? undefined : texts.wordWrong)
    if (lacks || !meant) return focusFirstError(form.current)
    await perform(async () => {
      if (!(await proof.prove())) return focusFirstError(form.current)
      await run(word)
    })
  }

  return (
    <Dialog open role="alertdialog" title={title} onClose={onClose}>
      <form ref={form} className="stack gap-4" onSubmit={event => void submit(event)} noValidate>
        <ul className="consequences soft">
          {consequences.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {children}
        <Field
          label={texts.typeWord}
          name="word"
          autoComplete="off"
          value={word}
          onValue={value => {
            setWord(value)
            setWrong(undefined)
          }}
          error={wrong}
        />
        {proof.field}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button type="submit" look="danger" busy={busy} busyText={texts.deleting}>
            {texts.deleteNow}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
