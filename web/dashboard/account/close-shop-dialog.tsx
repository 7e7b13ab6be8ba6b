import { type FormEvent, useRef, useState } from 'react'
import { fold } from '#shared/rules/fold.ts'
import { accountTexts } from '#shared/texts/account-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Workspace } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Field } from '#web/kit/field.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { focusFirstError } from '#web/parts/focus-first-error.ts'
import { fill } from '#web/parts/texts.ts'
import { useFreshProof } from './fresh-proof.tsx'
import { useShopsChanged } from './my-shops.ts'

/** Whether the word that means it was typed, with or without marks. */
export function isMeant(typed: string, word: string): boolean {
  return fold(typed).trim() === fold(word)
}

/** Asks before a shop is deleted for everybody: what ends, a typed word, and a proof of who sits here. */
export function CloseShopDialog({ shop, onClose }: { shop: Workspace; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const proof = useFreshProof()
  const form = useRef<HTMLFormElement>(null)
  const [word, setWord] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { id, name } = shop

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const meant = isMeant(word, texts.theWord)
    setWrong(meant ? undefined : texts.wordWrong)
    if (!meant) return focusFirstError(form.current)
    setBusy(true)
    setProblem(undefined)
    try {
      if (!(await proof.prove())) return focusFirstError(form.current)
      await call('DELETE', '/workspace', { word }, { workspace: id })
      showToast(fill(texts.shopDeleted, { name }))
      onClose()
      await changed()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open role="alertdialog" title={fill(texts.deleteShopTitle, { name })} onClose={onClose}>
      <form ref={form} className="stack gap-4" onSubmit={event => void submit(event)} noValidate>
        <ul className="consequences soft">
          {[texts.deleteShopText1, texts.deleteShopText2, texts.deleteShopText3].map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
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
