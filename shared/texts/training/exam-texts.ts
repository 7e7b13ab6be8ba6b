import type { Language } from '../../words.ts'
import { examEn } from './exam.en.ts'
import { examVi } from './exam.vi.ts'

export type ExamTexts = Record<keyof typeof examVi, string>

export function examTexts(language: Language): ExamTexts {
  return language === 'en' ? examEn : examVi
}
