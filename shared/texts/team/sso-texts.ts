import type { Language } from '../../words.ts'
import { ssoEn } from './sso.en.ts'
import { ssoVi } from './sso.vi.ts'

export type SsoTexts = Record<keyof typeof ssoVi, string>

export function ssoTexts(language: Language): SsoTexts {
  return language === 'en' ? ssoEn : ssoVi
}
