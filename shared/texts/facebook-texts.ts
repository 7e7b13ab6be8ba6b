import type { Language } from '../words.ts'
import { facebookEn } from './facebook.en.ts'
import { facebookVi } from './facebook.vi.ts'

export type FacebookTexts = Record<keyof typeof facebookVi, string>

export function facebookTexts(language: Language): FacebookTexts {
  return language === 'en' ? facebookEn : facebookVi
}
