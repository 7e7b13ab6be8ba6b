import type { Language } from '../../words.ts'
import { referralsEn } from './referrals.en.ts'
import { referralsVi } from './referrals.vi.ts'

export type ReferralsTexts = Record<keyof typeof referralsVi, string>

export function referralsTexts(language: Language): ReferralsTexts {
  return language === 'en' ? referralsEn : referralsVi
}
