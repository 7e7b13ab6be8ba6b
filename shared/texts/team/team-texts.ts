import type { Language } from '../../words.ts'
import { teamEn } from './team.en.ts'
import { teamVi } from './team.vi.ts'

export type TeamTexts = Record<keyof typeof teamVi, string>

export function teamTexts(language: Language): TeamTexts {
  return language === 'en' ? teamEn : teamVi
}
