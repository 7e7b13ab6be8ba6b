import type { BotSettings, SettingsChange } from '#shared/contracts/bot/bot-settings.contract.ts'
import { minContrast, readColour, whiteContrast } from '#shared/rules/website/ink-on.ts'
import type { ConfigurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { fillPlaces } from '#shared/texts/fill-places.ts'

export type Draft = { settings: BotSettings; set(change: Partial<BotSettings>): void; problems: Problems }
export type Problems = { name?: string; colour?: string; days: Record<number, string> }

type Name = keyof BotSettings

/** Drops changes that equal what is saved. */
export function realChanges(saved: BotSettings, changes: SettingsChange): SettingsChange {
  const real = Object.entries(changes).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as Name]),
  )
  return Object.fromEntries(real)
}

export function changedPanels(changes: SettingsChange): (keyof ConfigurationTexts)[] {
  const panels: [keyof ConfigurationTexts, Name[]][] = [
    ['persona', ['name', 'tone', 'language_policy']],
    ['words', ['greeting', 'greeting_en', 'fallback', 'fallback_en', 'introduces']],
    ['sure', ['threshold']],
    ['handOver', ['hand_over_pauses', 'hand_over_unsure', 'hand_over_words']],
    ['hours', ['hours', 'outside_hours']],
    ['pace', ['reply_delay_ms', 'patience_seconds']],
    ['never', ['never_say', 'never_say_act']],
    ['synonyms', ['synonyms']],
    ['look', ['avatar', 'widget_colour', 'widget_side', 'widget_on_phones', 'widget_starters', 'shows_sources']],
  ]
  return panels.filter(([, names]) => names.some(name => name in changes)).map(([panel]) => panel)
}

export function problemsOf(settings: BotSettings, texts: ConfigurationTexts): Problems {
  const days: Record<number, string> = {}
  for (const [at, day] of (settings.hours ?? []).entries()) {
    const name = texts.days.split(', ')[at] ?? ''
    if (!day) continue
    if (!day.open || !day.close) days[at] = texts.timeMissing.replace('{day}', name)
    else if (day.open === day.close) days[at] = texts.sameTime.replace('{day}', name)
  }
  const colour = problemOfColour(settings.widget_colour, texts)
  return {
    days,
    ...(settings.name.trim() === '' && { name: texts.nameMissing }),
    ...(colour && { colour }),
  }
}

function problemOfColour(colour: string | null, texts: ConfigurationTexts): string | undefined {
  if (colour === null) return undefined
  if (readColour(colour) !== colour) return texts.colourWrong
  const contrast = whiteContrast(colour)
  return contrast >= minContrast ? undefined : fillPlaces(texts.colourPoor, { contrast: contrast.toFixed(1) })
}

export function hasProblems({ name, colour, days }: Problems): boolean {
  return name !== undefined || colour !== undefined || Object.keys(days).length > 0
}

/** "phích nước = bình giữ nhiệt" as a group of words. @returns undefined with fewer than two */
export function readSynonyms(line: string): string[] | undefined {
  const words = [...new Set(line.split('=').map(word => word.trim()))].filter(Boolean)
  return words.length < 2 ? undefined : words
}
