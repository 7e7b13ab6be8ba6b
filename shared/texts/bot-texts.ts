import type { Language } from '../words.ts'
import { botEn } from './bot.en.ts'
import { botVi } from './bot.vi.ts'

export function botTexts(language: Language): Record<keyof typeof botVi, string> {
  return language === 'en' ? botEn : botVi
}
