import { useState } from 'react'
import { keyScopes, type KeyScope } from '#shared/contracts/api-keys.contract.ts'
import { apiKeysTexts } from '#shared/texts/team/api-keys-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { DialogForm } from '#web/kit/overlays/form-dialog.tsx'

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
  const form = useForm<{ name: string; scope: KeyScope }>({
    start: { name: '', scope: 'reply' },
    check: ({ name }) => ({ name: name.trim() ? undefined : texts.nameMissing }),
    async save({ name, scope }) {
      if (!(await proof.prove())) return false
      const { key } = await call('POST /api/v1/api-keys', { body: { name: name.trim(), scope } })
      onMade({ name: name.trim(), key })
    },
  })

  return (
    <DialogForm
      form={form}
      className="stack team-form"
      cancel={texts.later}
      onCancel={onClose}
      save={texts.make}
      busyText={texts.making}
    >
      <Field
        label={texts.name}
        name="name"
        autoComplete="off"
        autoFocus
        maxLength={60}
        hint={texts.nameHint}
        {...form.field('name')}
      />
      <fieldset className="team-roles">
        <legend>{texts.scope}</legend>
        {keyScopes.map(scope => (
          <label key={scope}>
            <input
              type="radio"
              name="scope"
              checked={form.values.scope === scope}
              onChange={() => form.set({ scope })}
            />
            <span>
              <b>{texts[scope]}</b>
              <span className="soft">{scope === 'admin' ? texts.adminText : texts.replyText}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {proof.field}
    </DialogForm>
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
