import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function RefuseRequest({ id, onClose, onRefused }: { id: string; onClose(): void; onRefused(): Promise<void> }) {
  const texts = useTexts(dataRequestsTexts)
  const form = useForm({
    start: { why: '' },
    async save({ why }) {
      await call('PATCH /api/v1/data-requests/:id', { params: { id }, body: { act: 'refused', why } })
      await onRefused()
      onClose()
    },
    fieldOf: refusedOf('why'),
    once: true,
  })

  return (
    <FormDialog
      form={form}
      className=""
      role="alertdialog"
      title={texts.refuseTitle}
      cancel={texts.cancel}
      save={texts.refuse}
      look="danger"
      onClose={onClose}
    >
      <p className="soft mb-3">{texts.refuseText}</p>
      <TextareaField label={texts.why} maxLength={1000} rows={3} {...form.field('why')} />
    </FormDialog>
  )
}
