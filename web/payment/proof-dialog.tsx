import { numberFormat } from '#shared/rules/text/number-format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newClientId } from '#widget/new-id.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { upload } from '#web/data/upload.ts'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

const maxBytes = 10_485_760
const kinds = 'image/png,image/jpeg,image/webp,application/pdf'

export function ProofDialog({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const stop = useRef(new AbortController())
  const [share, setShare] = useState(0)
  useEffect(() => () => stop.current.abort(), [])
  const form = useForm<{ file: File | undefined }>({
    start: { file: undefined },
    check: ({ file }) => ({ file: !file ? texts.proofMissing : file.size > maxBytes ? texts.proofLarge : undefined }),
    async save({ file }) {
      if (!file) return false
      setShare(0)
      stop.current = new AbortController()
      const asked = { params: { id: orderId }, body: file }
      await upload('POST /api/v1/orders/:id/proof', asked, newClientId(), setShare, stop.current.signal)
      await queries.invalidateQueries({ queryKey: ['order', orderId] })
      showToast(texts.proofSent)
      onClose()
    },
    fieldOf: () => 'file',
  })

  const percent = numberFormat(language, { style: 'percent' })
  return (
    <FormDialog
      form={form}
      title={texts.proofTitle}
      className="stack pay-proof"
      cancel={texts.later}
      save={texts.proofSend}
      busyText={fill(texts.proofSending, { percent: percent.format(share) })}
      icon="upload"
      onClose={onClose}
    >
      <p className="soft">{texts.proofText}</p>
      <Field
        label={texts.proofFile}
        type="file"
        accept={kinds}
        autoFocus
        error={form.wrong.file}
        onInput={event => form.set({ file: event.currentTarget.files?.[0] })}
      />
    </FormDialog>
  )
}
