import type { Language } from '../../words.ts'
import { dataEn } from './data.en.ts'
import { dataVi } from './data.vi.ts'

export function dataTexts(language: Language): Record<keyof typeof dataVi, string> {
  return language === 'en' ? dataEn : dataVi
}
