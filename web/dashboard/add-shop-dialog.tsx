import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { frameTexts } from '#shared/texts/dashboard/frame-texts.ts'
import { call } from '#web/data/api.ts'
import { saveWorkspaceChoice } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'

/** Asks for a name and opens one more shop, of which one is the admin; goes on there. */
export function AddShopDialog({ onOpened, onClose }: { onOpened(id: string): void; onClose(): void }) {
  const texts = useTexts(frameTexts)
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState<string>()
  const { busy, problem, perform } = useAction({ once: true })

  async function open(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wanted = name.trim()
    setMissing(wanted === '' ? texts.shopNameMissing : undefined)
    if (wanted === '') return focusFirstError(form.current)
    await perform(async () => {
      const made = await call('POST /api/v1/workspaces', { body: { name: wanted } })
      saveWorkspaceChoice(made.id)
      await queries.invalidateQueries({ queryKey: ['workspaces'] })
      showToast(fill(texts.opened, { name: made.name }))
      onClose()
      onOpened(made.id)
    })
  }

  return (
    <Dialog open title={texts.openShopTitle} onClose={onClose}>
      <form ref={form} className="stack gap-4" onSubmit={event => void open(event)} noValidate>
        <p className="soft">{texts.openShopText}</p>
        <Field
          label={texts.shopName}
          name="shop"
          autoComplete="organization"
          autoFocus
          required
          maxLength={80}
          hint={texts.shopNameHint}
          error={missing}
          value={name}
          onValue={value => {
            setName(value)
            setMissing(undefined)
          }}
        />
        <p className="hint">{texts.openShopLimit}</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.later}</Button>
          <Button type="submit" look="filled" busy={busy} busyText={texts.opening}>
            {texts.openNow}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
