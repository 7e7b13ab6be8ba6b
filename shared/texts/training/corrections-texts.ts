import type { Language } from '../../words.ts'
import { correctionsEn } from './corrections.en.ts'
import { correctionsVi } from './corrections.vi.ts'

export type CorrectionsTexts = Record<keyof typeof correctionsVi, string>

export function correctionsTexts(language: Language): CorrectionsTexts {
  return language === 'en' ? correctionsEn : correctionsVi
}
