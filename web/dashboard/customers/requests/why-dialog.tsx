import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

type Props = {
  words: { title: string; text: string; label: string; save: string }
  look?: 'danger'
  send(why: string): Promise<void>
  onClose(): void
}

/** What goes into the register with a reason. */
export function WhyDialog({ words, look, send, onClose }: Props) {
  const texts = useTexts(dataRequestsTexts)
  const form = useForm({
    start: { why: '' },
    async save({ why }) {
      await send(why)
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
      title={words.title}
      cancel={texts.cancel}
      save={words.save}
      {...(look && { look })}
      onClose={onClose}
    >
      <p className="soft mb-3">{words.text}</p>
      <TextareaField label={words.label} maxLength={1000} rows={3} {...form.field('why')} />
    </FormDialog>
  )
}
