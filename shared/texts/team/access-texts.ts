import type { Language } from '../../words.ts'
import { accessEn } from './access.en.ts'
import { accessVi } from './access.vi.ts'

export type AccessTexts = Record<keyof typeof accessVi, string>

export function accessTexts(language: Language): AccessTexts {
  return language === 'en' ? accessEn : accessVi
}
