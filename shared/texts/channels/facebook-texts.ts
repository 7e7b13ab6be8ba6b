import type { Language } from '../../words.ts'
import { facebookPageEn } from './facebook.en.ts'
import { facebookPageVi } from './facebook.vi.ts'

export type FacebookPageTexts = Record<keyof typeof facebookPageVi, string>

export function facebookPageTexts(language: Language): FacebookPageTexts {
  return language === 'en' ? facebookPageEn : facebookPageVi
}
