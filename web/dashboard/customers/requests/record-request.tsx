import { type FormEvent, useRef, useState } from 'react'
import { type DataRequestKind, dataRequestKinds } from '#shared/contracts/customers/data-requests.contract.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'

const stopping: DataRequestKind[] = ['withdraw', 'restrict', 'object']

/** Writes down what somebody asked, of a customer or of somebody who is none. */
export function RecordRequest({
  customerId,
  name,
  onClose,
  onRecorded,
}: {
  customerId: string | null
  name: string
  onClose(): void
  onRecorded(): Promise<void>
}) {
  const texts = useTexts(dataRequestsTexts)
  const { workspace } = useCurrentWorkspace()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: workspace.time_zone, dateStyle: 'short' }).format(
    new Date(),
  )
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<DataRequestKind>('access')
  const [who, setWho] = useState(name)
  const [note, setNote] = useState('')
  const [cameOn, setCameOn] = useState(today)
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, perform } = useAction({ once: true })

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    setProblem(undefined)
    if (!who.trim()) return focusFirstError(form.current)
    await perform(async () => {
      await call('POST /api/v1/data-requests', {
        body: { kind, customer_id: customerId, who, note, came_on: cameOn || today },
      })
      await onRecorded()
      onClose()
    })
  }

  return (
    <Dialog open title={texts.newTitle} onClose={onClose}>
      <form ref={form} className="stack gap-4" onSubmit={event => void save(event)} noValidate>
        <SelectField
          label={texts.kind}
          value={kind}
          options={dataRequestKinds.map(value => ({ value, text: texts[value] }))}
          onChoose={setKind}
        />
        {customerId && stopping.includes(kind) && <p className="soft">{texts.stopsNow}</p>}
        <Field
          label={texts.who}
          hint={texts.whoHint}
          value={who}
          maxLength={200}
          error={tried && !who.trim() ? texts.whoFirst : undefined}
          onValue={setWho}
        />
        <TextareaField label={texts.note} value={note} maxLength={1000} rows={3} onValue={setNote} />
        <Field label={texts.cameOn} type="date" max={today} value={cameOn} onValue={setCameOn} />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="filled" type="submit" busy={busy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
