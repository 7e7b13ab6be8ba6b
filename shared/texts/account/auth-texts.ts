import type { Language } from '../../words.ts'
import { authEn } from './auth.en.ts'
import { authVi } from './auth.vi.ts'

export type AuthTexts = Record<keyof typeof authVi, string>

export function authTexts(language: Language): AuthTexts {
  return language === 'en' ? authEn : authVi
}
