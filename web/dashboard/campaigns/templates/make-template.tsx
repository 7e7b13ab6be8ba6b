import { useState } from 'react'
import type { TemplateAccount } from '#shared/contracts/campaigns/templates.results.ts'
import { placesIn } from '#shared/rules/campaigns/template-values.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { languages } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
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
  const [page, setPage] = useState(pages[0]?.channel_id ?? '')
  const [name, setName] = useState('')
  const [language, setLanguage] = useState(own)
  const [body, setBody] = useState('')
  const [examples, setExamples] = useState<Record<string, string>>({})
  const { busy, problem, perform } = useAction({ once: true })
  const places = placesIn(body)
  async function send() {
    await perform(async () => {
      const given = places.map(place => examples[place]?.trim() ?? '').filter(Boolean)
      const made = await call('POST /api/v1/templates', {
        body: {
          ...{ channel_id: page, name, language, body, examples: given },
        },
      })
      showToast(fill(texts.made, made))
      await again()
      onClose()
    })
  }
  return (
    <Dialog
      open
      title={texts.makeTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            look="filled"
            busy={busy}
            busyText={texts.sending}
            disabled={!name.trim() || !body.trim()}
            onClick={() => void send()}
          >
            {texts.send}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <p className="soft">{texts.makeText}</p>
        {pages.length > 1 && (
          <SelectField
            label={texts.page}
            value={page}
            options={withDistinctNames(pages.map(one => ({ ...one, id: one.channel_id }))).map(one => ({
              value: one.id,
              text: one.name,
            }))}
            onChoose={setPage}
          />
        )}
        <Field label={texts.name} hint={texts.nameHint} value={name} maxLength={100} onValue={setName} />
        <SelectField
          label={texts.language}
          value={language}
          options={languages.map(value => ({ value, text: texts[value] }))}
          onChoose={setLanguage}
        />
        <TextareaField
          label={texts.body}
          hint={texts.bodyHint}
          lang={language}
          rows={4}
          maxLength={1024}
          value={body}
          onValue={setBody}
        />
        {places.map(place => (
          <Field
            key={place}
            label={texts.example.replace('{place}', place)}
            value={examples[place] ?? ''}
            maxLength={100}
            onValue={value => setExamples({ ...examples, [place]: value })}
          />
        ))}
      </div>
    </Dialog>
  )
}
