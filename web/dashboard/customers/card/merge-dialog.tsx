import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { DialogForm } from '#web/kit/overlays/form-dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import { fill } from '#web/parts/language/texts.ts'
import { customerName } from '../read-customers.ts'
import { useCardChanged } from './read-card.ts'
import { Refusal } from './refusal.tsx'

export type Other = { id: string; name: string }

export function MergeDialog({
  customerId,
  name,
  start,
  onClose,
}: {
  customerId: string
  name: string
  start: Other | undefined
  onClose(): void
}) {
  const texts = useTexts(customerCardTexts)
  const [other, setOther] = useState(start)
  return (
    <Dialog
      open
      title={texts.mergeTitle}
      onClose={onClose}
      foot={!other && <Button onClick={onClose}>{texts.cancel}</Button>}
    >
      {other ? (
        <MergeForm customerId={customerId} name={name} other={other} onClose={onClose} />
      ) : (
        <FindOther customerId={customerId} onFound={setOther} />
      )}
    </Dialog>
  )
}

type MergeProps = { customerId: string; name: string; other: Other; onClose(): void }

function MergeForm({ customerId, name, other, onClose }: MergeProps) {
  const texts = useTexts(customerCardTexts)
  const changed = useCardChanged()
  const form = useForm({
    start: {},
    async save() {
      await call('POST /api/v1/customers/merge', { body: { customer_id: customerId, merged_id: other.id } })
      showToast(fill(texts.merged, { other: other.name, name }))
      onClose()
      await changed()
    },
  })
  return (
    <DialogForm
      form={form}
      className="card-form"
      ownProblem
      cancel={texts.cancel}
      save={texts.mergeYes}
      onCancel={onClose}
    >
      <p>{fill(texts.mergeStays, { other: other.name, name })}</p>
      <p>{fill(texts.mergeRefusals, { other: other.name })}</p>
      <p className="soft">{texts.mergeUndo}</p>
      <Refusal error={form.problem} />
    </DialogForm>
  )
}

function FindOther({ customerId, onFound }: { customerId: string; onFound(other: Other): void }) {
  const texts = useTexts(customerCardTexts)
  const screens = useTexts(customerScreensTexts)
  const { workspace } = useCurrentWorkspace()
  const [words, setWords] = useState('')
  const { data } = useQuery({
    queryKey: ['customers', workspace.id, 'to merge', words.trim()],
    queryFn: () => call('GET /api/v1/customers', { query: { q: words.trim(), limit: 6 } }),
    enabled: words.trim().length > 1,
  })
  const found = data?.customers.filter(one => one.id !== customerId)
  return (
    <div className="card-form">
      <Field
        label={texts.mergeFind}
        hint={texts.mergeFindHint}
        value={words}
        onValue={setWords}
        autoComplete="off"
        autoFocus
      />
      {found?.length === 0 && (
        <p className="soft" role="status">
          {texts.mergeNobody}
        </p>
      )}
      <ul className="card-found">
        {found?.map(one => {
          const name = customerName(one.name, one.contact_id ?? one.id, screens)
          return (
            <li key={one.id}>
              <button type="button" onClick={() => onFound({ id: one.id, name })}>
                {one.sources.map(kind => (
                  <ChannelIcon key={kind} kind={kind} />
                ))}
                <span className="fill ell">{name}</span>
                {one.phone && <small className="soft num">{formatPhone(one.phone)}</small>}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
