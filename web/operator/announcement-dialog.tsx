import { useState } from 'react'
import { type AnnouncementAudience, announcementAudiences } from '#shared/contracts/announcements.contract.ts'
import type { AnnouncementReach } from '#shared/contracts/announcements.results.ts'
import { type InstallationTexts, installationTexts } from '#shared/texts/operator/installation-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { languages, type Language } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useDeskAct } from './desk-lists.ts'
import { type Form, useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

type Words = Record<Language, { title: string; text: string }>
const wordFields = ['titleVi', 'textVi', 'titleEn', 'textEn'] as const
type WordField = (typeof wordFields)[number]
type Values = { kind: 'system' | 'marketing'; audience: AnnouncementAudience } & Record<WordField, string>

export function AnnouncementDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(installationTexts)
  const common = useTexts(operatorTexts)
  const run = useDeskAct()
  // One id per dialog, so that repeated presses send it once.
  const [id] = useState(() => crypto.randomUUID())
  const [reach, setReach] = useState<AnnouncementReach>()
  const form = useForm<Values>({
    start: { kind: 'system', audience: 'everybody', titleVi: '', textVi: '', titleEn: '', textEn: '' },
    check: values =>
      Object.fromEntries(wordFields.flatMap(name => (values[name].trim() === '' ? [[name, texts.required]] : []))),
    async save({ kind, audience, ...words }) {
      if (!reach) return setReach(await call('GET /api/v1/operator/announcements/reach', { query: { kind, audience } }))
      await run('POST /api/v1/operator/announcements', { body: { id, kind, audience, ...bothIn(words) } })
      showToast(texts.sent)
      onClose()
    },
  })

  return (
    <FormDialog
      form={form}
      title={reach ? texts.previewTitle : texts.writeTitle}
      className="stack op-form"
      cancel={reach ? texts.edit : common.cancel}
      save={reach ? fill(texts.sendTo, { count: reach.reached }) : texts.preview}
      busyText={common.working}
      disabled={reach?.reached === 0}
      onCancel={reach && (() => setReach(undefined))}
      onClose={onClose}
    >
      {reach ? (
        <Preview texts={texts} words={bothIn(form.values)} reach={reach} />
      ) : (
        <>
          <SegmentedControl
            label={texts.kind}
            options={(['system', 'marketing'] as const).map(value => ({ value, text: texts[value] }))}
            {...form.choice('kind')}
          />
          <p className="muted op-hint">{form.values.kind === 'system' ? texts.systemHint : texts.marketingHint}</p>
          <SelectField
            label={texts.audience}
            options={announcementAudiences.map(value => ({ value, text: texts[value] }))}
            {...form.choice('audience')}
          />
          {languages.map(language => (
            <WordFields key={language} texts={texts} language={language} form={form} />
          ))}
        </>
      )}
    </FormDialog>
  )
}

const labels = {
  vi: { title: 'titleVi', text: 'textVi' },
  en: { title: 'titleEn', text: 'textEn' },
} as const

function WordFields({ texts, language, form }: { texts: InstallationTexts; language: Language; form: Form<Values> }) {
  const { title, text } = labels[language]
  return (
    <div className="stack op-form">
      <Field label={texts[title]} lang={language} maxLength={120} autoComplete="off" {...form.field(title)} />
      <TextareaField label={texts[text]} lang={language} rows={3} maxLength={600} {...form.field(text)} />
    </div>
  )
}

function bothIn({ titleVi, textVi, titleEn, textEn }: Pick<Values, WordField>): Words {
  return { vi: { title: titleVi, text: textVi }, en: { title: titleEn, text: textEn } }
}

function Preview({ texts, words, reach }: { texts: InstallationTexts; words: Words; reach: AnnouncementReach }) {
  return (
    <>
      {languages.map(language => (
        <section key={language} className="op-letter" lang={language}>
          <span className="muted op-hint">{language === 'vi' ? texts.vietnamese : texts.english}</span>
          <b>{words[language].title}</b>
          <p className="soft op-text">{words[language].text}</p>
        </section>
      ))}
      <p className="num">{fill(texts.reach, reach)}</p>
      <Notice tone={reach.reached === 0 ? 'bad' : 'warning'}>
        {reach.reached === 0 ? texts.nobody : texts.sendOnce}
      </Notice>
    </>
  )
}
