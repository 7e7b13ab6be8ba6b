import { type Language, languages } from '#shared/words.ts'
import { useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import type { Card } from './read-card.ts'
import { Refusal } from './refusal.tsx'
import { useCardAction } from './use-card-action.ts'

/** What a customer is called, and the language to write to them in. */
export function EditDialog({ card, name: known, onClose }: { card: Card; name: string; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const { id, version, language: before } = card.customer
  const [name, setName] = useState(known)
  const [language, setLanguage] = useState<Language | ''>(languages.find(one => one === before) ?? '')
  const { busy, error, act } = useCardAction()
  const save = () =>
    act(async () => {
      await call('PATCH /api/v1/customers/:id', {
        params: { id },
        body: { name: name.trim(), language: language || null, version },
      })
      showToast(texts.saved)
      onClose()
    })
  return (
    <Dialog
      open
      title={texts.editTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="filled" busy={busy} onClick={save}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form
        className="card-form"
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Field label={texts.name} hint={texts.nameHint} value={name} onValue={setName} maxLength={200} autoFocus />
        <SelectField
          label={texts.language}
          value={language}
          options={[
            { value: '', text: texts.languageAuto },
            { value: 'vi', text: texts.vi },
            { value: 'en', text: texts.en },
          ]}
          onChoose={setLanguage}
        />
        <Refusal error={error} />
      </form>
    </Dialog>
  )
}
