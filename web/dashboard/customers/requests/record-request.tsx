import { type DataRequestKind, dataRequestKinds } from '#shared/contracts/customers/data-requests.contract.ts'
import { stopsAtOnce } from '#shared/rules/time/data-request-times.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

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
  const form = useForm({
    start: { kind: 'access' as DataRequestKind, who: name, note: '', cameOn: today },
    check: ({ who }) => ({ who: who.trim() ? undefined : texts.whoFirst }),
    async save({ cameOn, ...typed }) {
      await call('POST /api/v1/data-requests', {
        body: { ...typed, customer_id: customerId, came_on: cameOn || today },
      })
      await onRecorded()
      onClose()
    },
    once: true,
  })

  return (
    <FormDialog form={form} title={texts.newTitle} cancel={texts.cancel} save={texts.save} onClose={onClose}>
      <SelectField
        label={texts.kind}
        options={dataRequestKinds.map(value => ({ value, text: texts[value] }))}
        {...form.choice('kind')}
      />
      {stopsAtOnce(form.values.kind, customerId) && <p className="soft">{texts.stopsNow}</p>}
      <Field label={texts.who} hint={texts.whoHint} maxLength={200} {...form.field('who')} />
      <TextareaField label={texts.note} maxLength={1000} rows={3} {...form.field('note')} />
      <Field label={texts.cameOn} type="date" max={today} {...form.field('cameOn')} />
    </FormDialog>
  )
}
