import { type FormEvent, useRef, useState } from 'react'
import { teamTexts } from '#shared/texts/team/team-texts.ts'
import { type Role, roles } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'

/** Asks for an address and a role, and mails the invitation. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(teamTexts)
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const { busy, problem, setProblem, perform } = useAction({ onProblem: () => focusFirstError(form.current) })

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const address = email.trim()
    if (!/^\S+@\S+\.\S+$/.test(address)) return refuse(texts.emailWrong)
    await perform(async () => {
      await call('POST /api/v1/members/invite', { body: { email: address, role } })
      showToast(fill(texts.invited, { email: address }))
      onClose()
    })
  }

  function refuse(why: string) {
    setProblem(why)
    focusFirstError(form.current)
  }

  return (
    <Dialog open title={texts.inviteTitle} onClose={onClose}>
      <form ref={form} className="stack team-form" onSubmit={event => void send(event)} noValidate>
        <Field
          label={texts.email}
          type="email"
          name="email"
          autoComplete="off"
          autoFocus
          hint={texts.emailHint}
          error={problem}
          value={email}
          onValue={value => {
            setEmail(value)
            setProblem(undefined)
          }}
        />
        <fieldset className="team-roles">
          <legend>{texts.role}</legend>
          {roles.toReversed().map(one => (
            <label key={one}>
              <input type="radio" name="role" checked={role === one} onChange={() => setRole(one)} />
              <span>
                <b>{texts[one]}</b>
                <span className="soft">{one === 'admin' ? texts.adminText : texts.memberText}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.later}</Button>
          <Button look="filled" icon="send-horizontal" type="submit" busy={busy} busyText={texts.sending}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
