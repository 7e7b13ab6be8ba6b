import { Link, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { BotSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { configurationTexts, type ConfigurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'

export const configurationTabs = ['voice', 'people', 'hours', 'look', 'phrases', 'advanced'] as const
export type ConfigurationTab = (typeof configurationTabs)[number]

const addressOf = (tab: ConfigurationTab) => `${addresses.configuration}?tab=${tab}`

export function useConfigurationTab(phone: boolean): {
  tab: ConfigurationTab | undefined
  choose(tab: ConfigurationTab): void
} {
  const [params, setParams] = useSearchParams()
  const named = configurationTabs.find(tab => tab === params.get('tab'))
  return { tab: named ?? (phone ? undefined : 'voice'), choose: tab => setParams({ tab }) }
}

export function ConfigurationTabs({
  phone,
  tab,
  settings,
}: {
  phone: boolean
  tab: ConfigurationTab | undefined
  settings: BotSettings
}) {
  const texts = useTexts(configurationTexts)
  const names = namesOf(texts)
  if (phone && tab !== undefined)
    return (
      <p className="config-back">
        <Link className="link link-alone" to={addresses.configuration}>
          <Icon name="arrow-left" />
          {texts.backToIndex}
        </Link>
        <b>{names[tab]}</b>
      </p>
    )
  return (
    <nav className={phone ? 'config-index panel' : 'config-tabs'} aria-label={texts.tabsOfAll}>
      {configurationTabs.map(one => (
        <Link key={one} to={addressOf(one)} aria-current={one === tab ? 'page' : undefined}>
          <span className="min-w-0">
            <b>{names[one]}</b>
            {phone && <span className="soft block">{valueOf(one, settings, texts)}</span>}
          </span>
          {phone && <Icon name="chevron-right" />}
        </Link>
      ))}
    </nav>
  )
}

function namesOf(texts: ConfigurationTexts): Record<ConfigurationTab, string> {
  return {
    voice: texts.tabVoice,
    people: texts.tabPeople,
    hours: texts.tabHours,
    look: texts.tabLook,
    phrases: texts.tabPhrases,
    advanced: texts.tabAdvanced,
  }
}

function valueOf(tab: ConfigurationTab, settings: BotSettings, texts: ConfigurationTexts): string {
  const tones = { formal: texts.toneFormal, warm: texts.toneWarm, brief: texts.toneBrief }
  const day = settings.hours?.find(one => one !== null)
  switch (tab) {
    case 'voice':
      return fill(texts.indexVoice, { name: settings.name, tone: tones[settings.tone].toLowerCase() })
    case 'people': {
      const count = settings.hand_over_words.length
      return count > 0 ? fill(texts.indexWords, { count }) : texts.indexNoWords
    }
    case 'hours':
      return day ? fill(texts.indexHours, day) : texts.indexAlways
    case 'look':
      return fill(texts.indexLook, {
        colour: settings.widget_colour ?? texts.colourDefault,
        side: (settings.widget_side === 'left' ? texts.sideLeft : texts.sideRight).toLowerCase(),
      })
    case 'phrases':
      return texts.indexPhrases
    case 'advanced':
      return texts.indexAdvanced
  }
}
