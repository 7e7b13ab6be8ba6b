import { type FormEvent, useRef, useState } from 'react'
import { keyScopes, type KeyScope } from '#shared/contracts/api-keys.contract.ts'
import { apiKeysTexts } from '#shared/texts/team/api-keys-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'

/** Asks what a key is for and who sits here, and shows it once. */
export function MakeKeyDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const texts = useTexts(apiKeysTexts)
  const [made, setMade] = useState<{ name: string; key: string }>()
  return (
    <Dialog open title={made ? texts.shownTitle : texts.makeTitle} onClose={onClose}>
      {made ? (
        <MadeKey name={made.name} secret={made.key} onClose={onClose} />
      ) : (
        <KeyForm
          onMade={shown => {
            setMade(shown)
            onMade()
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type FormProps = { onMade: (made: { name: string; key: string }) => void; onClose: () => void }

function KeyForm({ onMade, onClose }: FormProps) {
  const texts = useTexts(apiKeysTexts)
  const proof = useReauthentication()
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [scope, setScope] = useState<KeyScope>('reply')
  const [missing, setMissing] = useState<string>()
  const { busy, problem, perform } = useAction()

  async function make(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const called = name.trim()
    setMissing(called ? undefined : texts.nameMissing)
    if (!called) return focusFirstError(form.current)
    await perform(async () => {
      if (!(await proof.prove())) return focusFirstError(form.current)
      const { key } = await call('POST /api/v1/api-keys', { body: { name: called, scope } })
      onMade({ name: called, key })
    })
  }

  return (
    <form ref={form} className="stack team-form" onSubmit={event => void make(event)} noValidate>
      <Field
        label={texts.name}
        name="name"
        autoComplete="off"
        autoFocus
        maxLength={60}
        hint={texts.nameHint}
        error={missing}
        value={name}
        onValue={value => {
          setName(value)
          setMissing(undefined)
        }}
      />
      <fieldset className="team-roles">
        <legend>{texts.scope}</legend>
        {keyScopes.map(one => (
          <label key={one}>
            <input type="radio" name="scope" checked={scope === one} onChange={() => setScope(one)} />
            <span>
              <b>{texts[one]}</b>
              <span className="soft">{one === 'admin' ? texts.adminText : texts.replyText}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {proof.field}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="dialog-foot">
        <Button onClick={onClose}>{texts.later}</Button>
        <Button look="filled" type="submit" busy={busy} busyText={texts.making}>
          {texts.make}
        </Button>
      </div>
    </form>
  )
}

function MadeKey({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const texts = useTexts(apiKeysTexts)
  return (
    <div className="stack team-form">
      <Notice>{texts.shownText}</Notice>
      <Field label={fill(texts.theKey, { name })} value={secret} readOnly onValue={() => {}} />
      <div className="dialog-foot">
        <CopyButton
          text={secret}
          copy={texts.copy}
          copied={texts.copied}
          onRefused={() => showToast(texts.copyRefused)}
        />
        <Button look="filled" onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}
