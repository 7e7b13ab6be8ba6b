import type { Tone } from '../../contracts/bot/bot-settings.contract.ts'
import type { Language } from '../../words.ts'
import { botEn, botEnBrief, botEnFormal } from './bot.en.ts'
import { botVi, botViBrief, botViFormal } from './bot.vi.ts'

export type BotTexts = Record<keyof typeof botVi, string>

const spoken: Record<Language, Record<Tone, BotTexts>> = {
  vi: { warm: botVi, formal: { ...botVi, ...botViFormal }, brief: { ...botVi, ...botViBrief } },
  en: { warm: botEn, formal: { ...botEn, ...botEnFormal }, brief: { ...botEn, ...botEnBrief } },
}

export function botTexts(language: Language, tone: Tone = 'warm'): BotTexts {
  return spoken[language][tone]
}
