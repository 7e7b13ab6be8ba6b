import { useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { type CustomerField, useCustomerFields } from '../read-segments.ts'
import { FieldInput } from './field-input.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { type Card, type FieldValue, useCardChanged } from './read-card.ts'
import { Refusal } from './refusal.tsx'
import { useFieldText } from './use-field-text.ts'

export function FieldsPanel({ card }: { card: Card }) {
  const texts = useTexts(customerCardTexts)
  const fields = useCustomerFields()
  const words = useFieldText()
  const [doing, setDoing] = useState<'values' | 'fields'>()
  return (
    <section className="panel" aria-label={texts.fields}>
      <header className="panel-head">
        <h2>{texts.fields}</h2>
        {fields.length > 0 && doing !== 'values' && (
          <Button size="sm" look="quiet" onClick={() => setDoing('values')}>
            {texts.edit}
          </Button>
        )}
      </header>
      <div className="panel-body">
        {fields.length === 0 && <p className="soft">{texts.noFields}</p>}
        {doing === 'values' ? (
          <ValuesForm card={card} fields={fields} onClose={() => setDoing(undefined)} />
        ) : (
          <dl className="card-facts">
            {fields.map(field => (
              <div key={field.id}>
                <dt>{field.name}</dt>
                <dd>{words(card.fields[field.id])}</dd>
              </div>
            ))}
          </dl>
        )}
        {doing !== 'values' && (
          <Button size="sm" icon="plus" className="card-more" onClick={() => setDoing('fields')}>
            {texts.manageFields}
          </Button>
        )}
      </div>
      {doing === 'fields' && <FieldsDialog onClose={() => setDoing(undefined)} />}
    </section>
  )
}

/** As the server names them. */
const inBody = 'fields.'

function ValuesForm({ card, fields, onClose }: { card: Card; fields: readonly CustomerField[]; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const changed = useCardChanged()
  const { id, version } = card.customer
  const form = useForm<Record<string, FieldValue | null>>({
    start: {},
    async save(typed) {
      if (Object.keys(typed).length > 0)
        await call('PATCH /api/v1/customers/:id', { params: { id }, body: { fields: typed, version } })
      showToast(texts.saved)
      onClose()
      await changed()
    },
    fieldOf: error =>
      refusedOf(...fields.map(field => inBody + field.id))(error).map(name => name.slice(inBody.length)),
    once: true,
  })
  return (
    // Half a date, or a number with letters, has an empty value: only the browser knows that something was typed.
    <form {...form.props} noValidate={false} className="card-form">
      {fields.map(field => (
        <FieldInput
          key={field.id}
          field={field}
          value={card.fields[field.id]}
          error={form.wrong[field.id]}
          onValue={value => form.set({ [field.id]: value })}
        />
      ))}
      <Refusal error={form.problem} />
      <div className="row gap-2">
        <Button size="sm" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button size="sm" look="filled" type="submit" busy={form.busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
