import { type FormEvent, useRef, useState } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'

/** One page of the shop's website. */
export function LinkForm({ send, onCancel }: { send(url: string): Promise<void>; onCancel(): void }) {
  const texts = useTexts(startTexts)
  const form = useRef<HTMLFormElement>(null)
  const [url, setUrl] = useState('')
  const { busy, problem, setProblem, perform } = useAction({ onProblem: () => focusFirstError(form.current) })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (url.trim() === '') {
      setProblem(texts.linkMissing)
      return focusFirstError(form.current)
    }
    await perform(async () => {
      await send(url.trim())
    })
  }

  return (
    <form ref={form} className="start-given" noValidate onSubmit={event => void submit(event)}>
      <Field
        label={texts.linkField}
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        value={url}
        error={problem}
        onValue={value => {
          setUrl(value)
          if (problem) setProblem(undefined)
        }}
        autoFocus
      />
      <div className="row">
        <Button look="filled" type="submit" busy={busy}>
          {texts.linkRead}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

type PasteProps = {
  value: string
  onValue(value: string): void
  hint: string | undefined
  busy: boolean
  send(text: string): Promise<void>
  onCancel(): void
}

/** Words from anywhere. They are kept in this browser until the bot has them. */
export function PasteForm({ value, onValue, hint, busy, send, onCancel }: PasteProps) {
  const texts = useTexts(startTexts)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (value.trim() === '') {
      setProblem(texts.pasteMissing)
      return focusFirstError(form.current)
    }
    void send(value)
  }

  return (
    <form ref={form} className="start-given" noValidate onSubmit={submit}>
      <TextareaField
        label={texts.pasteField}
        rows={8}
        maxLength={200_000}
        value={value}
        hint={hint}
        error={problem}
        onValue={next => {
          onValue(next)
          if (problem) setProblem(undefined)
        }}
        autoFocus
      />
      <div className="row">
        <Button look="filled" type="submit" busy={busy}>
          {texts.pasteRead}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
