import type { Language } from '../../words.ts'
import { breachesEn } from './breaches.en.ts'
import { breachesVi } from './breaches.vi.ts'

export function breachesTexts(language: Language): Record<keyof typeof breachesVi, string> {
  return language === 'en' ? breachesEn : breachesVi
}
