import type { Language } from '../../words.ts'
import { ssoSignInEn } from './sso-sign-in.en.ts'
import { ssoSignInVi } from './sso-sign-in.vi.ts'

export type SsoSignInTexts = Record<keyof typeof ssoSignInVi, string>

export function ssoSignInTexts(language: Language): SsoSignInTexts {
  return language === 'en' ? ssoSignInEn : ssoSignInVi
}
