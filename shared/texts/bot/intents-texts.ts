import type { Language } from '../../words.ts'
import { intentsEn } from './intents.en.ts'
import { intentsVi } from './intents.vi.ts'

export type IntentsTexts = Record<keyof typeof intentsVi, string>

export function intentsTexts(language: Language): IntentsTexts {
  return language === 'en' ? intentsEn : intentsVi
}
