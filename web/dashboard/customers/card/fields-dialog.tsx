import { type FormEvent, useState } from 'react'
import { type FieldKind } from '#shared/contracts/customers/customer-fields.contract.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type CustomerField, useCustomerFields } from '../read-segments.ts'
import { Refusal } from './refusal.tsx'
import { useCardAction } from './use-card-action.ts'

const kinds: FieldKind[] = ['text', 'number', 'date', 'choice', 'yes_no']

/** The fields that every customer has: members add some, admins take them away. */
export function FieldsDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const fields = useCustomerFields()
  const { role } = useCurrentWorkspace()
  const [removing, setRemoving] = useState<CustomerField>()
  return (
    <Dialog open title={texts.fieldsTitle} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
      <p className="soft">{texts.fieldsText}</p>
      <ul className="card-fields">
        {fields.map(field => (
          <li key={field.id}>
            <span className="fill">{field.name}</span>
            <span className="soft">{texts[field.kind]}</span>
            {role === 'admin' && (
              <IconButton
                icon="trash"
                label={fill(texts.removeField, { name: field.name })}
                onClick={() => setRemoving(field)}
              />
            )}
          </li>
        ))}
      </ul>
      {removing ? <RemoveForm field={removing} onDone={() => setRemoving(undefined)} /> : <AddForm />}
    </Dialog>
  )
}

function AddForm() {
  const texts = useTexts(customerCardTexts)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<FieldKind>('text')
  const [choices, setChoices] = useState('')
  const { busy, error, act } = useCardAction()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return
    const lines = choices.split('\n').flatMap(line => (line.trim() ? [line.trim()] : []))
    act(async () => {
      try {
        await call('POST /api/v1/customer-fields', {
          body: {
            name: name.trim(),
            kind,
            ...(kind === 'choice' && { choices: lines }),
          },
        })
      } catch (failed) {
        if (failed instanceof ApiError && failed.code === 'request.conflict')
          throw new ApiError(failed.code, texts.fieldTaken, failed.status)
        throw failed
      }
      setName('')
      setChoices('')
    })
  }
  return (
    <form className="card-form" onSubmit={submit}>
      <Field label={texts.fieldName} small value={name} onValue={setName} maxLength={40} />
      <SelectField
        label={texts.fieldKind}
        small
        value={kind}
        options={kinds.map(value => ({ value, text: texts[value] }))}
        onChoose={setKind}
      />
      {kind === 'choice' && (
        <TextareaField label={texts.choices} hint={texts.choicesHint} value={choices} onValue={setChoices} rows={3} />
      )}
      <Refusal error={error} />
      <Button size="sm" icon="plus" type="submit" busy={busy}>
        {texts.addField}
      </Button>
    </form>
  )
}

function RemoveForm({ field, onDone }: { field: CustomerField; onDone(): void }) {
  const texts = useTexts(customerCardTexts)
  const { busy, error, act } = useCardAction()
  const title = fill(texts.removeField, { name: field.name })
  return (
    <div className="card-form" role="group" aria-label={title}>
      <p>
        <strong>{title}.</strong> {texts.removeFieldText}
      </p>
      <Refusal error={error} />
      <div className="row gap-2">
        <Button size="sm" autoFocus onClick={onDone}>
          {texts.keep}
        </Button>
        <Button
          size="sm"
          look="danger"
          busy={busy}
          onClick={() =>
            act(async () => {
              await call('DELETE /api/v1/customer-fields/:id', { params: { id: field.id } })
              onDone()
            })
          }
        >
          {texts.removeFieldYes}
        </Button>
      </div>
    </div>
  )
}
