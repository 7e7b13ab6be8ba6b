import type { Language } from '../../words.ts'
import { accountEn } from './account.en.ts'
import { accountVi } from './account.vi.ts'

export type AccountTexts = Record<keyof typeof accountVi, string>

export function accountTexts(language: Language): AccountTexts {
  return language === 'en' ? accountEn : accountVi
}
