import { type Language, languages } from '#shared/words.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { type Card, useCardChanged } from './read-card.ts'
import { Refusal } from './refusal.tsx'

export function EditDialog({ card, name: known, onClose }: { card: Card; name: string; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const { id, version, language: before } = card.customer
  const changed = useCardChanged()
  const form = useForm<{ name: string; language: Language | '' }>({
    start: { name: known, language: languages.find(one => one === before) ?? '' },
    async save({ name, language }) {
      const body = { name: name.trim(), language: language || null, version }
      await call('PATCH /api/v1/customers/:id', { params: { id }, body })
      showToast(texts.saved)
      onClose()
      await changed()
    },
  })
  return (
    <FormDialog
      form={form}
      title={texts.editTitle}
      className="card-form"
      ownProblem
      cancel={texts.cancel}
      save={texts.save}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} maxLength={200} autoFocus {...form.field('name')} />
      <SelectField
        label={texts.language}
        options={[
          { value: '', text: texts.languageAuto },
          { value: 'vi', text: texts.vi },
          { value: 'en', text: texts.en },
        ]}
        {...form.choice('language')}
      />
      <Refusal error={form.problem} />
    </FormDialog>
  )
}
