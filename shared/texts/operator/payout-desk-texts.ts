import type { Language } from '../../words.ts'
import { payoutDeskEn } from './payout-desk.en.ts'
import { payoutDeskVi } from './payout-desk.vi.ts'

export type PayoutDeskTexts = Record<keyof typeof payoutDeskVi, string>

export function payoutDeskTexts(language: Language): PayoutDeskTexts {
  return language === 'en' ? payoutDeskEn : payoutDeskVi
}
