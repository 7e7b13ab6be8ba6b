import type { Language } from '../../words.ts'
import { offersEn } from './offers.en.ts'
import { offersVi } from './offers.vi.ts'

export type OffersTexts = Record<keyof typeof offersVi, string>

export function offersTexts(language: Language): OffersTexts {
  return language === 'en' ? offersEn : offersVi
}
