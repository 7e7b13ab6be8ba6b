import { type FormEvent, useRef, useState } from 'react'
import { accountTexts } from '#shared/texts/account-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { signOutHere } from '#web/data/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Field } from '#web/kit/field.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { focusFirstError } from '#web/parts/focus-first-error.ts'
import { counted, fill } from '#web/parts/texts.ts'
import { isMeant } from './close-shop-dialog.tsx'
import { useFreshProof } from './fresh-proof.tsx'
import { type MyShop, useMyShops } from './my-shops.ts'

/** Asks before the account is deleted: what goes, what stays, and what becomes of shops that nobody else looks after. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const shops = useMyShops()
  const proof = useFreshProof()
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const [word, setWord] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const left = (shops.data ?? []).filter(mine => mine.onlyAdmin)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const undecided = left.some(mine => !chosen.includes(mine.shop.id))
    const meant = isMeant(word, texts.theWord)
    setProblem(undecided ? texts.deleteChoose : undefined)
    setWrong(meant ? undefined : texts.wordWrong)
    if (undecided || !meant) return focusFirstError(form.current)
    setBusy(true)
    try {
      if (!(await proof.prove())) return focusFirstError(form.current)
      await call('DELETE', '/account', { word, delete_workspaces: chosen })
      // The frame leads to the sign-in page by itself when the session here is gone.
      showToast(texts.accountDeleted)
      await signOutHere()
    } catch (error) {
      setProblem(messageOf(error))
      void shops.refetch()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open role="alertdialog" title={fill(texts.deleteTitle, { email })} onClose={onClose}>
      <form ref={form} className="stack gap-4" onSubmit={event => void submit(event)} noValidate>
        <ul className="consequences soft">
          {[texts.deleteText1, texts.deleteText2, texts.deleteText3].map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {left.length > 0 && (
          <fieldset className="stack">
            <legend className="mb-2 font-semibold">{texts.deleteLeft}</legend>
            {left.map(mine => (
              <LeftShop
                key={mine.shop.id}
                mine={mine}
                checked={chosen.includes(mine.shop.id)}
                onCheck={on => setChosen(ids => (on ? [...ids, mine.shop.id] : ids.filter(id => id !== mine.shop.id)))}
              />
            ))}
          </fieldset>
        )}
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

type LeftShopProps = { mine: MyShop; checked: boolean; onCheck(on: boolean): void }

function LeftShop({ mine: { shop, others }, checked, onCheck }: LeftShopProps) {
  const texts = useTexts(accountTexts)
  const { language } = useLanguage()
  return (
    <label className="row items-start gap-2.5">
      <input type="checkbox" className="check" checked={checked} onChange={event => onCheck(event.target.checked)} />
      <span>
        {fill(texts.deleteToo, { name: shop.name })}.
        <span className="soft block text-[13px]">
          {others.length === 0
            ? texts.deleteAlone
            : counted(language, others.length, texts.deleteWithOthers, texts.deleteWithOthers)}
        </span>
      </span>
    </label>
  )
}
