import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { CodeField } from '#web/kit/forms/code-field.tsx'
import { useCodeForm } from '#web/kit/forms/use-code-form.ts'
import type { Person } from '#web/parts/auth/person.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

/** Takes effect once the mailed code is entered. */
export function NotificationAddress({ person }: { person: Person }) {
  const texts = useTexts(notificationsTexts)
  const { notification_email: email, notification_email_verified: confirmed } = person
  const [entering, setEntering] = useState(false)
  const waiting = email !== null && !confirmed && !entering
  return (
    <section className="panel" aria-labelledby="notification-address">
      <div className="panel-head">
        <h2 id="notification-address" className="fill">
          {texts.addressTitle}
        </h2>
        {email === null ? (
          <Chip>{texts.addressSame}</Chip>
        ) : (
          <Chip tone={confirmed ? 'ok' : 'warning'} icon={confirmed ? 'circle-check' : 'mail-warning'}>
            {confirmed ? texts.addressConfirmed : texts.addressWaiting}
          </Chip>
        )}
      </div>
      <div className="panel-body stack gap-4">
        {waiting ? (
          <Digits email={email} onOther={() => setEntering(true)} />
        ) : (
          <Address key={email} email={email} onSent={() => setEntering(false)} />
        )}
      </div>
    </section>
  )
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['person'] })
}

function Address({ email, onSent }: { email: string | null; onSent: () => void }) {
  const texts = useTexts(notificationsTexts)
  const refresh = useRefresh()
  const form = useForm({
    start: { email: email ?? '' },
    check: typed => {
      const next = typed.email.trim()
      const leftOut = next === '' && email !== null
      return { email: leftOut || /^\S+@\S+\.\S+$/.test(next) ? undefined : texts.addressWrong }
    },
    async save(typed) {
      const next = typed.email.trim()
      if (next === '') return remove()
      await put(next)
    },
    fieldOf: () => 'email',
  })
  const removing = useAction({ onProblem: showErrorToast })

  async function put(next: string | null) {
    await call('PUT /api/v1/account/notification-email', { body: { email: next } })
    await refresh()
    onSent()
  }

  const remove = () =>
    removing.perform(async () => {
      await put(null)
      showToast(texts.addressRemoved)
    })

  return (
    <form {...form.props} className="account-form">
      <Field
        label={texts.address}
        name="notification-email"
        type="email"
        autoComplete="email"
        maxLength={254}
        hint={texts.addressText}
        {...form.field('email')}
      />
      <div className="row flex-wrap">
        <Button
          type="submit"
          busy={form.busy && !removing.busy}
          busyText={texts.addressSaving}
          disabled={form.values.email.trim() === email}
        >
          {texts.addressSave}
        </Button>
        {email !== null && (
          <Button look="quiet" busy={removing.busy} onClick={() => void remove()}>
            {texts.addressRemove}
          </Button>
        )}
      </div>
    </form>
  )
}

function Digits({ email, onOther }: { email: string; onOther: () => void }) {
  const texts = useTexts(notificationsTexts)
  const refresh = useRefresh()
  const form = useCodeForm({
    async save(code) {
      await call('POST /api/v1/account/notification-email/confirm', { body: { code } })
      await refresh()
      showToast(fill(texts.addressDone, { email }))
    },
  })
  return (
    <form {...form.props} className="account-form">
      <div className="account-code">
        <CodeField label={fill(texts.addressCode, { email })} hint={texts.addressCodeHint} {...form.field} />
      </div>
      <div className="row flex-wrap">
        <Button
          type="submit"
          look="filled"
          busy={form.busy}
          busyText={texts.addressConfirming}
          disabled={form.code.length < 6}
        >
          {texts.addressConfirm}
        </Button>
        <Button look="quiet" onClick={onOther}>
          {texts.addressOther}
        </Button>
      </div>
    </form>
  )
}
