import { type FormEvent, useRef, useState } from 'react'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Workspace } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useShopsChanged } from './my-shops.ts'

/** Another name for a shop, for everybody who works in it. */
export function RenameShopDialog({ shop, onClose }: { shop: Workspace; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(shop.name)
  const { busy, problem, setProblem, perform } = useAction({
    once: true,
    onProblem: () => focusFirstError(form.current),
  })

  async function rename(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return refuse(texts.renameMissing)
    await perform(async () => {
      await call('PATCH /api/v1/workspace', { body: { name: name.trim() }, workspace: shop.id })
      showToast(fill(texts.renamed, { name: name.trim() }))
      onClose()
      await changed()
    })
  }

  function refuse(why: string) {
    setProblem(why)
    focusFirstError(form.current)
  }

  return (
    <Dialog open title={texts.renameTitle} onClose={onClose}>
      <form ref={form} className="stack gap-4" onSubmit={event => void rename(event)} noValidate>
        <Field
          label={texts.renameField}
          name="shop"
          autoComplete="organization"
          autoFocus
          required
          maxLength={80}
          hint={texts.renameHint}
          error={problem}
          value={name}
          onValue={value => {
            setName(value)
            setProblem(undefined)
          }}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.later}</Button>
          <Button type="submit" look="filled" busy={busy} busyText={texts.working}>
            {texts.renameNow}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
