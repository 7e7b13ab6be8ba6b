import type { Language } from '../../words.ts'
import { answersEn } from './answers.en.ts'
import { answersVi } from './answers.vi.ts'

export function answersTexts(language: Language): Record<keyof typeof answersVi, string> {
  return language === 'en' ? answersEn : answersVi
}
