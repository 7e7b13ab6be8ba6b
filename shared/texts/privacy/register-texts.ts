import type { Language } from '../../words.ts'
import { registerEn } from './register.en.ts'
import { registerVi } from './register.vi.ts'

export type RegisterTexts = Record<keyof typeof registerVi, string>

export function registerTexts(language: Language): RegisterTexts {
  return language === 'en' ? registerEn : registerVi
}
