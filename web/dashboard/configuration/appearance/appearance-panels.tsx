import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { fill, widgetTexts } from '#shared/texts/chat/widget-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { AvatarField } from './avatar-field.tsx'
import { ColourField } from './colour-field.tsx'
import { StarterList } from './starter-list.tsx'
import type { Draft } from '#web/dashboard/configuration/draft.ts'
import { SettingsPanel, SwitchRow } from '#web/dashboard/configuration/setting-row.tsx'

export function AppearancePanels(draft: Draft) {
  const { settings, set } = draft
  const texts = useTexts(configurationTexts)
  return (
    <SettingsPanel title={texts.look}>
      <ColourField {...draft} />
      <AvatarField value={settings.avatar} onValue={avatar => set({ avatar })} />
      <SideField {...draft} />
      <SwitchRow
        title={texts.onPhones}
        text={texts.onPhonesText}
        on={settings.widget_on_phones}
        onSwitch={widget_on_phones => set({ widget_on_phones })}
      />
      <Greetings {...draft} />
      <StarterList {...draft} />
      <SwitchRow
        title={texts.sources}
        text={texts.sourcesText}
        on={settings.shows_sources}
        onSwitch={shows_sources => set({ shows_sources })}
      />
    </SettingsPanel>
  )
}

function SideField({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  return (
    <div role="radiogroup" aria-label={texts.side} className="setting-row">
      <b>{texts.side}</b>
      <div className="sides">
        {(['right', 'left'] as const).map(side => (
          <label key={side}>
            <input
              type="radio"
              className="over-label"
              name="side"
              checked={settings.widget_side === side}
              onChange={() => set({ widget_side: side })}
            />
            <span className="sides-page" data-side={side} aria-hidden="true">
              <i />
              <i />
              <b />
            </span>
            <span>{side === 'right' ? texts.sideRight : texts.sideLeft}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

function Greetings({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  const { workspace } = useCurrentWorkspace()
  const fields = [
    { name: 'greeting', label: texts.greeting, language: 'vi' },
    { name: 'greeting_en', label: texts.greetingEn, language: 'en' },
  ] as const
  return (
    <div className="setting-row appearance-greetings">
      {fields
        .filter(({ language }) => ['customer', language].includes(settings.language_policy))
        .map(({ name, label, language }) => (
          <TextareaField
            key={name}
            label={label}
            hint={name === 'greeting' ? texts.greetingHint : undefined}
            lang={language}
            rows={2}
            maxLength={600}
            value={settings[name] ?? ''}
            placeholder={fill(widgetTexts(language).greeting, { name: workspace.name })}
            onValue={value => set({ [name]: value.trim() === '' ? null : value })}
          />
        ))}
    </div>
  )
}
