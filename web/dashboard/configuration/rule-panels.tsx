import { configurationTexts, type ConfigurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Draft, readSynonyms } from './draft.ts'
import { PhraseList } from './phrase-list.tsx'
import { SettingRow, SettingsPanel, SwitchRow } from './setting-row.tsx'

export function HandOverPanel({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  return (
    <SettingsPanel title={texts.handOver}>
      <SwitchRow
        title={texts.unsure}
        text={texts.unsureText}
        on={settings.hand_over_unsure}
        onSwitch={hand_over_unsure => set({ hand_over_unsure })}
      />
      <SwitchRow
        title={texts.pauses}
        text={texts.pausesText}
        on={settings.hand_over_pauses}
        onSwitch={hand_over_pauses => set({ hand_over_pauses })}
      />
      <SettingRow title={texts.ownWords} text={texts.ownWordsText}>
        <PhraseList
          label={texts.ownWords}
          placeholder={texts.ownWordsPlaceholder}
          items={settings.hand_over_words}
          limit={50}
          maxLength={80}
          onItems={hand_over_words => set({ hand_over_words })}
        />
      </SettingRow>
    </SettingsPanel>
  )
}

/** Minutes until a customer without a reply is asked for patience; 0: never. */
const patienceMinutes = [0, 1, 2, 5, 10]

export function PacePanel({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  const { reply_delay_ms: delay, patience_seconds: patience } = settings
  const choices = [0, 3000, 8000]
  if (delay !== null && !choices.includes(delay)) choices.push(delay)
  return (
    <SettingsPanel title={texts.pace}>
      <SettingRow title={texts.wait} text={texts.waitText}>
        <SegmentedControl
          label={texts.wait}
          value={delay === null ? 'default' : String(delay)}
          options={[
            { value: 'default', text: texts.waitDefault },
            ...choices.map(ms => ({
              value: String(ms),
              text: ms === 0 ? texts.waitNone : fill(texts.waitSeconds, { count: ms / 1000 }),
            })),
          ]}
          onChoose={value => set({ reply_delay_ms: value === 'default' ? null : Number(value) })}
        />
      </SettingRow>
      <SettingRow title={texts.patience} text={texts.patienceText}>
        <SegmentedControl
          label={texts.patience}
          value={String(patience)}
          options={[...new Set([...patienceMinutes.map(count => count * 60), patience])]
            .toSorted((a, b) => a - b)
            .map(seconds => ({ value: String(seconds), text: patienceName(seconds, texts) }))}
          onChoose={value => set({ patience_seconds: Number(value) })}
        />
      </SettingRow>
    </SettingsPanel>
  )
}

function patienceName(seconds: number, texts: ConfigurationTexts): string {
  if (seconds === 0) return texts.patienceNever
  if (seconds % 60 !== 0) return fill(texts.waitSeconds, { count: seconds })
  return seconds === 60 ? texts.patienceMinute : fill(texts.patienceMinutes, { count: seconds / 60 })
}

export function NeverPanel({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  return (
    <SettingsPanel title={texts.never}>
      <p className="soft">{texts.neverText}</p>
      <PhraseList
        label={texts.neverLabel}
        placeholder={texts.neverPlaceholder}
        items={settings.never_say}
        limit={50}
        maxLength={80}
        onItems={never_say => set({ never_say })}
      />
      <SettingRow title={texts.neverAct}>
        <SegmentedControl
          label={texts.neverAct}
          value={settings.never_say_act}
          options={[
            { value: 'handoff', text: texts.neverHandoff },
            { value: 'refuse', text: texts.neverRefuse },
          ]}
          onChoose={never_say_act => set({ never_say_act })}
        />
      </SettingRow>
    </SettingsPanel>
  )
}

export function SynonymsPanel({ settings, set }: Draft) {
  const texts = useTexts(configurationTexts)
  return (
    <SettingsPanel title={texts.synonyms}>
      <p className="soft">{texts.synonymsText}</p>
      <PhraseList
        label={texts.synonyms}
        placeholder={texts.synonymsPlaceholder}
        items={settings.synonyms.map(group => group.join(' = '))}
        limit={200}
        maxLength={200}
        check={line => {
          const group = readSynonyms(line)
          if (!group || group.length > 8) return texts.synonymsWrong
          return group.some(word => word.length > 80) ? fill(texts.tooLong, { limit: 80 }) : undefined
        }}
        onItems={lines => set({ synonyms: lines.map(line => readSynonyms(line) ?? []) })}
      />
    </SettingsPanel>
  )
}
