import type { Language } from '../../words.ts'
import { identityEn } from './identity.en.ts'
import { identityVi } from './identity.vi.ts'

export type IdentityTexts = Record<keyof typeof identityVi, string>

export function identityTexts(language: Language): IdentityTexts {
  return language === 'en' ? identityEn : identityVi
}
