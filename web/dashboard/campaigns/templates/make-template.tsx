import type { TemplateAccount } from '#shared/contracts/campaigns/templates.results.ts'
import { placesIn } from '#shared/rules/campaigns/template-values.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { languages } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { withDistinctNames } from '#shared/rules/channel-names.ts'
import { useTemplatesAgain } from '#web/parts/channels/templates.ts'
import { fill } from '#web/parts/language/texts.ts'

export function MakeTemplate({ pages, onClose }: { pages: TemplateAccount[]; onClose: () => void }) {
  const texts = useTexts(templatesTexts)
  const { language: own } = useLanguage()
  const again = useTemplatesAgain()
  const form = useForm({
    start: {
      ...{ page: pages[0]?.channel_id ?? '', name: '', language: own, body: '' },
      examples: {} as Record<string, string>,
    },
    async save({ page, name, language, body, examples }) {
      const given = placesIn(body)
        .map(place => examples[place]?.trim() ?? '')
        .filter(Boolean)
      const made = await call('POST /api/v1/templates', {
        body: { channel_id: page, name, language, body, examples: given },
      })
      showToast(fill(texts.made, made))
      await again()
      onClose()
    },
    fieldOf: refusedOf('name', 'body', 'examples'),
    once: true,
  })
  const { name, language, body, examples } = form.values
  return (
    <FormDialog
      form={form}
      className=""
      ownProblem
      title={texts.makeTitle}
      cancel={texts.cancel}
      save={texts.send}
      busyText={texts.sending}
      disabled={!name.trim() || !body.trim()}
      onClose={onClose}
    >
      <div className="stack gap-4">
        {form.problem && <Notice tone="bad">{form.problem}</Notice>}
        <p className="soft">{texts.makeText}</p>
        {pages.length > 1 && (
          <SelectField
            label={texts.page}
            options={withDistinctNames(
              pages.map(one => ({ ...one, id: one.channel_id })),
              own,
              location.host,
            ).map(one => ({
              value: one.id,
              text: one.name,
            }))}
            {...form.choice('page')}
          />
        )}
        <Field label={texts.name} hint={texts.nameHint} maxLength={100} {...form.field('name')} />
        <SelectField
          label={texts.language}
          options={languages.map(value => ({ value, text: texts[value] }))}
          {...form.choice('language')}
        />
        <TextareaField
          label={texts.body}
          hint={texts.bodyHint}
          lang={language}
          rows={4}
          maxLength={1024}
          {...form.field('body')}
        />
        {placesIn(body).map(place => (
          <Field
            key={place}
            label={texts.example.replace('{place}', place)}
            value={examples[place] ?? ''}
            maxLength={100}
            error={examples[place]?.trim() ? undefined : form.wrong.examples}
            onValue={value => form.set({ examples: { ...examples, [place]: value } })}
          />
        ))}
      </div>
    </FormDialog>
  )
}
