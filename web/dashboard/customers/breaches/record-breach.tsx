import { breachesTexts } from '#shared/texts/privacy/breaches-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function RecordBreach({ onClose, onRecorded }: { onClose(): void; onRecorded(): Promise<void> }) {
  const texts = useTexts(breachesTexts)
  const form = useForm({
    start: { what: '', hours: '0' },
    check: ({ what, hours }) => ({
      what: what.trim().length < 3 ? texts.whatFirst : undefined,
      hours: /^\d{1,3}$/.test(hours.trim()) && Number(hours) <= 720 ? undefined : texts.hoursWrong,
    }),
    async save({ what, hours }) {
      await call('POST /api/v1/breaches', { body: { what, hours_ago: Number(hours) } })
      await onRecorded()
      onClose()
    },
    once: true,
  })
  return (
    <FormDialog form={form} title={texts.add} cancel={texts.cancel} save={texts.save} onClose={onClose}>
      <TextareaField label={texts.what} maxLength={1000} rows={3} {...form.field('what')} />
      <Field label={texts.hoursAgo} inputMode="numeric" maxLength={3} {...form.field('hours')} />
    </FormDialog>
  )
}
