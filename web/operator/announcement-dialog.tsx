import { type FormEvent, useRef, useState } from 'react'
import { type AnnouncementAudience, announcementAudiences } from '#shared/contracts/announcements.contract.ts'
import type { AnnouncementReach } from '#shared/contracts/announcements.results.ts'
import { type InstallationTexts, installationTexts } from '#shared/texts/operator/installation-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { languages, type Language } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { focusFirstError } from '#web/parts/forms/focus-first-error.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useDeskAct } from './desk-lists.ts'

type Kind = 'system' | 'marketing'
type Words = Record<Language, { title: string; text: string }>
const empty: Words = { vi: { title: '', text: '' }, en: { title: '', text: '' } }

/** An announcement is written in both languages, looked at as its readers will see it, and only then sent. */
export function AnnouncementDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(installationTexts)
  const common = useTexts(operatorTexts)
  const run = useDeskAct()
  const form = useRef<HTMLFormElement>(null)
  // One id for this dialog: however often the button is pressed, it goes out once.
  const [id] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<Kind>('system')
  const [audience, setAudience] = useState<AnnouncementAudience>('everybody')
  const [words, setWords] = useState<Words>(empty)
  const [tried, setTried] = useState(false)
  const [reach, setReach] = useState<AnnouncementReach>()
  const { busy, problem, perform } = useAction()
  const whole = languages.every(language => words[language].title.trim() && words[language].text.trim())

  async function step(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    if (!whole) return focusFirstError(form.current)
    await perform(async () => {
      if (reach) {
        await run('POST /api/v1/operator/announcements', { body: { id, kind, audience, ...words } })
        showToast(texts.sent)
        return onClose()
      }
      setReach(await call('GET /api/v1/operator/announcements/reach', { query: { kind, audience } }))
    })
  }

  return (
    <Dialog open title={reach ? texts.previewTitle : texts.writeTitle} onClose={onClose}>
      <form ref={form} className="stack op-form" onSubmit={event => void step(event)} noValidate>
        {reach ? (
          <Preview texts={texts} words={words} reach={reach} />
        ) : (
          <>
            <SegmentedControl
              label={texts.kind}
              value={kind}
              options={(['system', 'marketing'] as const).map(value => ({ value, text: texts[value] }))}
              onChoose={setKind}
            />
            <p className="muted op-hint">{kind === 'system' ? texts.systemHint : texts.marketingHint}</p>
            <SelectField
              label={texts.audience}
              value={audience}
              options={announcementAudiences.map(value => ({ value, text: texts[value] }))}
              onChoose={setAudience}
            />
            <WordFields texts={texts} words={words} tried={tried} onWords={setWords} />
          </>
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={reach ? () => setReach(undefined) : onClose}>{reach ? texts.edit : common.cancel}</Button>
          <Button look="filled" type="submit" busy={busy} busyText={common.working} disabled={reach?.reached === 0}>
            {reach ? fill(texts.sendTo, { count: reach.reached }) : texts.preview}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const labels = {
  vi: { title: 'titleVi', text: 'textVi' },
  en: { title: 'titleEn', text: 'textEn' },
} as const

function WordFields({
  texts,
  words,
  tried,
  onWords,
}: {
  texts: InstallationTexts
  words: Words
  tried: boolean
  onWords(words: Words): void
}) {
  return languages.map(language => {
    const { title, text } = words[language]
    const set = (change: Partial<Words['vi']>) => onWords({ ...words, [language]: { ...words[language], ...change } })
    const missing = (value: string) => (tried && value.trim() === '' ? texts.required : undefined)
    return (
      <div key={language} className="stack op-form">
        <Field
          label={texts[labels[language].title]}
          lang={language}
          maxLength={120}
          autoComplete="off"
          error={missing(title)}
          value={title}
          onValue={value => set({ title: value })}
        />
        <TextareaField
          label={texts[labels[language].text]}
          lang={language}
          rows={3}
          maxLength={600}
          error={missing(text)}
          value={text}
          onValue={value => set({ text: value })}
        />
      </div>
    )
  })
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
