import { useId } from 'react'
import { tones, type Tone } from '#shared/contracts/bot/bot-settings.contract.ts'
import { introducing } from '#shared/rules/bot/introduction.ts'
import { botTexts } from '#shared/texts/bot/bot-texts.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import type { Draft } from './draft.ts'
import { SettingRow, SettingsPanel, SwitchRow } from './setting-row.tsx'

export function PersonaPanel({ settings, set, problems }: Draft) {
  const texts = useTexts(configurationTexts)
  const { language } = useLanguage()
  const id = useId()
  const names: Record<Tone, string> = { formal: texts.toneFormal, warm: texts.toneWarm, brief: texts.toneBrief }
  const frame = (tone: Tone) => {
    const { one, oneEnd } = botTexts(language, tone)
    const sentence = one.replace('{quote}', texts.sampleQuote + (oneEnd || '.'))
    return sentence.slice(0, 1).toLocaleUpperCase(language) + sentence.slice(1)
  }
  return (
    <SettingsPanel title={texts.persona}>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        value={settings.name}
        maxLength={40}
        autoComplete="off"
        error={problems.name}
        onValue={name => set({ name })}
      />
      <div role="radiogroup" aria-labelledby={id} className="tones-field">
        <b id={id}>{texts.tone}</b>
        <div className="tones">
          {tones.map(tone => (
            <label key={tone}>
              <input
                type="radio"
                name="tone"
                className="over-label"
                checked={settings.tone === tone}
                onChange={() => set({ tone })}
              />
              <b>{names[tone]}</b>
              <span className="tones-sample">“{frame(tone)}”</span>
            </label>
          ))}
        </div>
      </div>
      <SettingRow title={texts.language} text={texts.languageHint}>
        <SegmentedControl
          label={texts.language}
          value={settings.language_policy}
          options={[
            { value: 'customer', text: texts.languageCustomer },
            { value: 'vi', text: texts.languageVi },
            { value: 'en', text: texts.languageEn },
          ]}
          onChoose={language_policy => set({ language_policy })}
        />
      </SettingRow>
    </SettingsPanel>
  )
}

export function WordsPanel({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  const fields = [
    { name: 'greeting', label: texts.greeting, language: 'vi' },
    { name: 'fallback', label: texts.fallback, language: 'vi' },
    { name: 'greeting_en', label: texts.greetingEn, language: 'en' },
    { name: 'fallback_en', label: texts.fallbackEn, language: 'en' },
  ] as const
  const shown = fields.filter(({ language }) => ['customer', language].includes(settings.language_policy))
  const english = settings.language_policy === 'en' ? 'en' : 'vi'
  const spoken = botTexts(english, settings.tone)
  const own = (english === 'en' ? settings.greeting_en : null) ?? settings.greeting
  const greeting = own ?? spoken.greeting.replaceAll('{name}', settings.name)
  const first = settings.introduces ? introducing(greeting, settings, english, true) : greeting
  return (
    <SettingsPanel title={texts.words}>
      {shown.map(({ name, label, language }) => {
        const defaults = botTexts(language, settings.tone)
        const kind = name.startsWith('greeting') ? 'greeting' : settings.hand_over_unsure ? 'abstain' : 'abstainAlone'
        return (
          <TextareaField
            key={name}
            label={label}
            lang={language}
            rows={2}
            maxLength={600}
            value={settings[name] ?? ''}
            placeholder={defaults[kind].replaceAll('{name}', settings.name)}
            onValue={value => set({ [name]: value.trim() === '' ? null : value })}
          />
        )
      })}
      <p className="muted text-sm">{texts.wordsHint}</p>
      <SwitchRow
        title={texts.introduces}
        text={texts.introducesText}
        on={settings.introduces}
        onSwitch={introduces => set({ introduces })}
      />
      {!settings.introduces && <Notice>{texts.introducesOff}</Notice>}
      <div className="words-preview">
        <p className="muted text-fine">{texts.preview}</p>
        <Bubble author="bot" lang={english}>
          {greeting}
        </Bubble>
        {first !== greeting && (
          <>
            <p className="muted text-fine">{texts.previewFirst}</p>
            <Bubble author="bot" lang={english}>
              {first}
            </Bubble>
          </>
        )}
      </div>
    </SettingsPanel>
  )
}
