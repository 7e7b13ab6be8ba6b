import type { Language } from '../../words.ts'
import { linesEn } from './lines.en.ts'
import { linesVi } from './lines.vi.ts'

export type LinesTexts = Record<keyof typeof linesVi, string>

export function linesTexts(language: Language): LinesTexts {
  return language === 'en' ? linesEn : linesVi
}
