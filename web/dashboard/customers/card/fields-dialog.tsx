import { useState } from 'react'
import { type FieldKind } from '#shared/contracts/customers/customer-fields.contract.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call, isConflict, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type CustomerField, useCustomerFields } from '../read-segments.ts'
import { useCardChanged } from './read-card.ts'
import { Refusal } from './refusal.tsx'
import { useCardAction } from './use-card-action.ts'

const kinds: FieldKind[] = ['text', 'number', 'date', 'choice', 'yes_no']

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
  const changed = useCardChanged()
  const form = useForm<{ name: string; kind: FieldKind; choices: string }>({
    start: { name: '', kind: 'text', choices: '' },
    async save({ name, kind, choices }, clear) {
      if (!name.trim()) return
      const lines = choices.split('\n').flatMap(line => (line.trim() ? [line.trim()] : []))
      const body = { name: name.trim(), kind, ...(kind === 'choice' && { choices: lines }) }
      await call('POST /api/v1/customer-fields', { body })
      clear({ name: '', choices: '' })
      await changed()
    },
    wordsOf: error => (isConflict(error) ? texts.fieldTaken : messageOf(error)),
  })
  return (
    <form {...form.props} className="card-form">
      <Field label={texts.fieldName} small maxLength={40} {...form.field('name')} />
      <SelectField
        label={texts.fieldKind}
        small
        options={kinds.map(value => ({ value, text: texts[value] }))}
        {...form.choice('kind')}
      />
      {form.values.kind === 'choice' && (
        <TextareaField label={texts.choices} hint={texts.choicesHint} rows={3} {...form.field('choices')} />
      )}
      <Refusal error={form.problem} />
      <Button size="sm" icon="plus" type="submit" busy={form.busy}>
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
