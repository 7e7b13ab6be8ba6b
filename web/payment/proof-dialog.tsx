import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { newClientId } from '#widget/new-id.ts'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { upload } from '#web/data/upload.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'

const largest = 10_485_760
const kinds = 'image/png,image/jpeg,image/webp,application/pdf'

/** Sends a picture or PDF of the transfer; a person looks at it. */
export function ProofDialog({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const texts = useTexts(paymentTexts)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const stop = useRef(new AbortController())
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => () => stop.current.abort(), [])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (share !== undefined) return
    if (!file) return refuse(texts.proofMissing)
    if (file.size > largest) return refuse(texts.proofLarge)
    setShare(0)
    setProblem(undefined)
    try {
      stop.current = new AbortController()
      await upload(
        'POST /api/v1/orders/:id/proof',
        { params: { id: orderId }, body: file },
        newClientId(),
        setShare,
        stop.current.signal,
      )
      await queries.invalidateQueries({ queryKey: ['order', orderId] })
      showToast(texts.proofSent)
      onClose()
    } catch (error) {
      refuse(messageOf(error))
    } finally {
      setShare(undefined)
    }
  }

  function refuse(why: string) {
    setProblem(why)
    focusFirstError(form.current)
  }

  const percent = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB', { style: 'percent' })
  return (
    <Dialog open title={texts.proofTitle} onClose={onClose}>
      <form ref={form} className="stack pay-proof" onSubmit={event => void send(event)} noValidate>
        <p className="soft">{texts.proofText}</p>
        <Field
          label={texts.proofFile}
          type="file"
          accept={kinds}
          autoFocus
          error={problem}
          onInput={event => {
            setFile(event.currentTarget.files?.[0])
            setProblem(undefined)
          }}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.later}</Button>
          <Button
            look="filled"
            icon="upload"
            type="submit"
            busy={share !== undefined}
            busyText={fill(texts.proofSending, { percent: percent.format(share ?? 0) })}
          >
            {texts.proofSend}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
