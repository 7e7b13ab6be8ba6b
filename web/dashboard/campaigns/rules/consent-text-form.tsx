import { useQueryClient } from '@tanstack/react-query'
import { missingIn } from '#shared/rules/campaigns/consent-words.ts'
import { consentPartTexts, consentWordsTexts } from '#shared/texts/customers/consent-words-texts.ts'
import { languages } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import type { ConsentText } from '#web/parts/customers/consent-texts.ts'
import { fill } from '#web/parts/language/texts.ts'

type Typed = Record<'words' | 'max_messages' | 'in_days', string | undefined>
const untouched: Typed = { words: undefined, max_messages: undefined, in_days: undefined }

/** Starts from the current words, and shows what they still lack. */
export function ConsentTextForm({ stored }: { stored: ConsentText[] }) {
  const texts = useTexts(consentWordsTexts)
  const { language: own } = useLanguage()
  const parts = consentPartTexts(own)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const form = useForm({
    start: { purpose: 'promotion' as 'promotion' | 'care', language: own, ...untouched },
    async save(_, clear) {
      const body = { purpose, language, words, max_messages: Number(maxMessages), in_days: Number(inDays) }
      const { version } = await call('POST /api/v1/consent-texts', { body })
      showToast(fill(texts.saved, { version }))
      await queries.invalidateQueries({ queryKey: ['consent-texts'] })
      clear(untouched)
    },
    fieldOf: refusedOf('words', 'max_messages', 'in_days'),
  })
  const { purpose, language, ...typed } = form.values
  const now = stored.find(one => one.purpose === purpose && one.language === language)
  const words = typed.words ?? now?.words ?? ''
  const maxMessages = typed.max_messages ?? String(now?.max_messages ?? 1)
  const inDays = typed.in_days ?? String(now?.in_days ?? 7)
  const missing = missingIn(words, workspace.name)

  return (
    <form {...form.props} className="panel panel-body stack gap-4">
      <div className="consent-pair">
        <SelectField
          label={texts.purpose}
          value={purpose}
          options={(['promotion', 'care'] as const).map(value => ({ value, text: texts[value] }))}
          onChoose={value => form.set({ purpose: value, ...untouched })}
        />
        <SelectField
          label={texts.language}
          value={language}
          options={languages.map(value => ({ value, text: texts[value] }))}
          onChoose={value => form.set({ language: value, ...untouched })}
        />
      </div>
      <TextareaField
        label={texts.words}
        hint={fill(texts.example, { shop: workspace.name })}
        maxLength={1000}
        rows={4}
        {...form.field('words')}
        value={words}
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
          label={texts.maxMessages}
          type="number"
          inputMode="numeric"
          min={1}
          max={30}
          {...form.field('max_messages')}
          value={maxMessages}
        />
        <Field
          label={texts.inDays}
          type="number"
          inputMode="numeric"
          min={1}
          max={90}
          {...form.field('in_days')}
          value={inDays}
        />
      </div>
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      <p>
        <Button look="filled" type="submit" busy={form.busy}>
          {texts.save}
        </Button>
      </p>
    </form>
  )
}
