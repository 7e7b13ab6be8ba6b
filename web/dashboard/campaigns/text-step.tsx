import { useRef, useState } from 'react'
import { longestCampaign, wholeText } from '#shared/rules/campaign-text.ts'
import { campaignScreensTexts } from '#shared/texts/campaign-screens-texts.ts'
import { campaignTexts } from '#shared/texts/campaign-texts.ts'
import type { Language } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { AreaField } from '#web/kit/area-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Drop } from '#web/kit/drop.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Segmented } from '#web/kit/segmented.tsx'
import { SelectField } from '#web/kit/select-field.tsx'
import { fill } from '#web/parts/texts.ts'
import { useFieldPlaces } from './read-campaigns.ts'
import type { useDraft } from './use-draft.ts'

const purposes = ['promotion', 'care', 'service'] as const

/** What it is for, and what it says. What must stand in it is shown and cannot be taken away. */
export function TextStep({ writing }: { writing: ReturnType<typeof useDraft> }) {
  const texts = useTexts(campaignScreensTexts)
  const { draft, change, checked } = writing
  const { content } = draft
  const { workspace } = useCurrentWorkspace()
  const usual: Language = workspace.language === 'en' ? 'en' : 'vi'
  const other: Language = usual === 'vi' ? 'en' : 'vi'
  const [both, setBoth] = useState(Boolean(content.texts?.[other]))
  const purpose = purposes.find(one => one === draft.purpose) ?? 'care'
  const [sample] = checked?.preview.samples ?? []
  const write = (language: Language, text: string) =>
    change({ content: { fallback: usual, ...content, texts: { ...content.texts, [language]: text } } })
  return (
    <section className="campaign-step" aria-labelledby="campaign-what">
      <h2 id="campaign-what">{texts.whatTitle}</h2>
      <Segmented
        label={texts.purpose}
        value={purpose}
        options={purposes.map(value => ({ value, text: texts[value] }))}
        onChoose={chosen => change({ purpose: chosen })}
      />
      <p className="hint">{texts[`${purpose}Hint`]}</p>
      <TextField language={usual} writing={writing} onWrite={text => write(usual, text)} />
      {both ? (
        <TextField language={other} writing={writing} onWrite={text => write(other, text)} />
      ) : (
        other === 'en' && (
          <div>
            <Button look="quiet" icon="plus" onClick={() => setBoth(true)}>
              {texts.addEnglish}
            </Button>
          </div>
        )
      )}
      {sample && (
        <div className="campaign-sample">
          <p className="hint">{fill(texts.willSee, { name: sample.name || texts.everyone })}</p>
          <Drop author="member">{sample.text}</Drop>
        </div>
      )}
    </section>
  )
}

function TextField({
  language,
  writing: { draft },
  onWrite,
}: {
  language: Language
  writing: ReturnType<typeof useDraft>
  onWrite: (text: string) => void
}) {
  const texts = useTexts(campaignScreensTexts)
  const { workspace } = useCurrentWorkspace()
  const places = useFieldPlaces().data ?? []
  const area = useRef<HTMLTextAreaElement>(null)
  const text = draft.content.texts?.[language] ?? ''
  const letters = [...wholeText(text, { purpose: draft.purpose, shop: workspace.name, language })].length
  const insert = (place: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = area.current ?? {}
    onWrite(`${text.slice(0, from)}{{${place}}}${text.slice(to)}`)
    area.current?.focus()
  }
  return (
    <div className="campaign-text">
      <AreaField
        ref={area}
        label={language === 'vi' ? texts.text : texts.textEnglish}
        lang={language}
        rows={5}
        value={text}
        onValue={onWrite}
      />
      {draft.purpose !== 'service' && (
        <p className="campaign-always">
          <Icon name="lock" size="sm" />
          <span lang={language}>{fill(texts.always, { words: campaignTexts(language).footer })}</span>
        </p>
      )}
      <div className="campaign-tools">
        <Button size="sm" onClick={() => insert(`customer_name|${texts.nameInstead}`)}>
          {texts.insert}
        </Button>
        {places.length > 0 && (
          <SelectField
            label={texts.insertField}
            labelHidden
            small
            value=""
            options={[
              { value: '', text: texts.insertField },
              ...places.map(({ name, place }) => ({ value: place, text: name })),
            ]}
            onChoose={place => place && insert(`field:${place}|…`)}
          />
        )}
        <span className={letters > longestCampaign ? 'campaign-too-long' : 'hint'}>
          {fill(texts.letters, { count: letters })}
        </span>
      </div>
    </div>
  )
}
