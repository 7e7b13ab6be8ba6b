import type { Language } from '../../words.ts'
import { factsEn } from './facts.en.ts'
import { factsVi } from './facts.vi.ts'

export type FactsTexts = Record<keyof typeof factsVi, string>

export function factsTexts(language: Language): FactsTexts {
  return language === 'en' ? factsEn : factsVi
}
