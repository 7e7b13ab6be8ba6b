import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { UrlField } from './common-fields.tsx'

type Props = { source: { id: string; url: string | null }; onClose(): void; onCorrected?(): void }

/** A link that could not be read is tried at another address, in its place. */
export function CorrectAddressDialog({ source, onClose, onCorrected }: Props) {
  const texts = useTexts(trainingTexts)
  const form = useForm<{ url: string }>({
    start: { url: source.url ?? '' },
    async save({ url }) {
      await call('PATCH /api/v1/sources/:id', { params: { id: source.id }, body: { url: url.trim() || ' ' } })
      onCorrected?.()
      onClose()
    },
    fieldOf: () => 'url',
  })
  return (
    <FormDialog
      form={form}
      title={texts.correctAddress}
      cancel={texts.cancelDialog}
      save={texts.readCorrected}
      busyText={texts.linkAdding}
      onClose={onClose}
    >
      <UrlField label={texts.linkAddress} {...form.field('url')} autoFocus />
    </FormDialog>
  )
}
