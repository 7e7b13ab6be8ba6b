import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { type Person, useUpdatePerson } from '#web/parts/auth/person.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { NameField } from '#web/parts/forms/common-fields.tsx'

export function DetailsForm({ person }: { person: Person }) {
  const texts = useTexts(dashboardTexts)
  const update = useUpdatePerson()
  const form = useForm({
    start: { name: person.full_name, phone: person.phone ?? '' },
    check: ({ name, phone }) => ({
      name: name.trim() === '' ? texts.nameMissing : undefined,
      phone: /^[+()\d .-]*$/.test(phone.trim()) ? undefined : texts.phoneWrong,
    }),
    async save({ name, phone }) {
      await update({ full_name: name.trim(), phone: phone.trim() })
      showToast(texts.updated)
    },
  })

  return (
    <section className="panel" aria-labelledby="details">
      <div className="panel-head">
        <h2 id="details">{texts.yourDetails}</h2>
      </div>
      <form {...form.props} className="panel-body account-form">
        <div className="account-pair">
          <NameField label={texts.fullName} {...form.field('name')} />
          <Field
            label={texts.phone}
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={30}
            className="num"
            onBlur={() => form.settle('phone')}
            hint={texts.phoneHint}
            {...form.field('phone')}
          />
        </div>
        {form.problem && <Notice tone="bad">{form.problem}</Notice>}
        <div>
          <Button type="submit" look="filled" busy={form.busy} busyText={texts.updating}>
            {texts.update}
          </Button>
        </div>
      </form>
    </section>
  )
}
