import type { Language } from '../../words.ts'
import { briefEn } from './brief.en.ts'
import { briefVi } from './brief.vi.ts'

export type BriefTexts = Record<keyof typeof briefVi, string>

export function briefTexts(language: Language): BriefTexts {
  return language === 'en' ? briefEn : briefVi
}
