import { type FormEvent, useRef, useState } from 'react'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { type Person, useUpdatePerson } from '#web/parts/auth/person.ts'

type Problems = { name?: string | undefined; phone?: string | undefined; form?: string | undefined }

export function DetailsForm({ person }: { person: Person }) {
  const texts = useTexts(dashboardTexts)
  const form = useRef<HTMLFormElement>(null)
  const update = useUpdatePerson()
  const [name, setName] = useState(person.full_name)
  const [phone, setPhone] = useState(person.phone ?? '')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)

  const phoneProblem = () => (/^[+()\d .-]*$/.test(phone.trim()) ? undefined : texts.phoneWrong)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found: Problems = { name: name.trim() === '' ? texts.nameMissing : undefined, phone: phoneProblem() }
    setProblems(found)
    if (found.name || found.phone) return focusFirstError(form.current)
    setBusy(true)
    try {
      await update({ full_name: name.trim(), phone: phone.trim() })
      showToast(texts.updated)
    } catch (error) {
      setProblems({ form: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel" aria-labelledby="details">
      <div className="panel-head">
        <h2 id="details">{texts.yourDetails}</h2>
      </div>
      <form ref={form} className="panel-body account-form" onSubmit={event => void submit(event)} noValidate>
        <div className="account-pair">
          <Field
            label={texts.fullName}
            name="name"
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            onValue={value => {
              setName(value)
              if (problems.name) setProblems({ ...problems, name: undefined })
            }}
            error={problems.name}
          />
          <Field
            label={texts.phone}
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={30}
            className="num"
            value={phone}
            onValue={value => {
              setPhone(value)
              if (problems.phone) setProblems({ ...problems, phone: undefined })
            }}
            onBlur={() => setProblems({ ...problems, phone: phoneProblem() })}
            hint={texts.phoneHint}
            error={problems.phone}
          />
        </div>
        {problems.form && <Notice tone="bad">{problems.form}</Notice>}
        <div>
          <Button type="submit" look="filled" busy={busy} busyText={texts.updating}>
            {texts.update}
          </Button>
        </div>
      </form>
    </section>
  )
}
