import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { missingIn } from '#shared/rules/campaigns/consent-words.ts'
import { consentPartTexts, consentWordsTexts } from '#shared/texts/customers/consent-words-texts.ts'
import { languages } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import type { ConsentText } from '#web/parts/customers/consent-texts.ts'
import { fill } from '#web/parts/language/texts.ts'

/** Starts from the current words, and shows what they still lack. */
export function ConsentTextForm({ stored }: { stored: ConsentText[] }) {
  const texts = useTexts(consentWordsTexts)
  const { language: own } = useLanguage()
  const parts = consentPartTexts(own)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const [purpose, setPurpose] = useState<'promotion' | 'care'>('promotion')
  const [language, setLanguage] = useState(own)
  const now = stored.find(one => one.purpose === purpose && one.language === language)
  const [typed, setTyped] = useState<{ words?: string; most?: string; inDays?: string }>({})
  const { busy, problem, perform } = useAction()
  const words = typed.words ?? now?.words ?? ''
  const most = typed.most ?? String(now?.most ?? 1)
  const inDays = typed.inDays ?? String(now?.in_days ?? 7)
  const missing = missingIn(words, workspace.name)

  async function save(event: FormEvent) {
    event.preventDefault()
    await perform(async () => {
      const body = { purpose, language, words, most: Number(most), in_days: Number(inDays) }
      const { version } = await call('POST /api/v1/consent-texts', { body })
      showToast(fill(texts.saved, { version }))
      await queries.invalidateQueries({ queryKey: ['consent-texts'] })
      setTyped({})
    })
  }

  return (
    <form className="panel panel-body stack gap-4" onSubmit={event => void save(event)} noValidate>
      <div className="consent-pair">
        <SelectField
          label={texts.purpose}
          value={purpose}
          options={(['promotion', 'care'] as const).map(value => ({ value, text: texts[value] }))}
          onChoose={value => {
            setPurpose(value)
            setTyped({})
          }}
        />
        <SelectField
          label={texts.language}
          value={language}
          options={languages.map(value => ({ value, text: texts[value] }))}
          onChoose={value => {
            setLanguage(value)
            setTyped({})
          }}
        />
      </div>
      <TextareaField
        label={texts.words}
        hint={fill(texts.example, { shop: workspace.name })}
        value={words}
        maxLength={1000}
        rows={4}
        onValue={value => setTyped({ ...typed, words: value })}
      />
      <div aria-live="polite">
        {words.trim() !== '' &&
          (missing.length === 0 ? (
            <p className="soft">{texts.whole}</p>
          ) : (
            <p>{fill(texts.lacks, { parts: missing.map(part => parts[part]).join(', ') })}</p>
          ))}
      </div>
      <div className="consent-pair">
        <Field
          label={texts.most}
          type="number"
          inputMode="numeric"
          min={1}
          max={30}
          value={most}
          onValue={value => setTyped({ ...typed, most: value })}
        />
        <Field
          label={texts.inDays}
          type="number"
          inputMode="numeric"
          min={1}
          max={90}
          value={inDays}
          onValue={value => setTyped({ ...typed, inDays: value })}
        />
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p>
        <Button look="filled" type="submit" busy={busy}>
          {texts.save}
        </Button>
      </p>
    </form>
  )
}
