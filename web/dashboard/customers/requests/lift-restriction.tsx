import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

type Props = { customerId: string; onClose(): void; onLifted(): Promise<void> }

export function LiftRestriction({ customerId, onClose, onLifted }: Props) {
  const texts = useTexts(dataRequestsTexts)
  const form = useForm({
    start: { why: '' },
    async save({ why }) {
      await call('POST /api/v1/customers/:id/unrestrict', { params: { id: customerId }, body: { why } })
      await onLifted()
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
      title={texts.liftTitle}
      cancel={texts.cancel}
      save={texts.lift}
      onClose={onClose}
    >
      <p className="soft mb-3">{texts.liftText}</p>
      <TextareaField label={texts.liftWhy} maxLength={1000} rows={3} {...form.field('why')} />
    </FormDialog>
  )
}
