import type { Language } from '../../words.ts'
import { billingEn } from './billing.en.ts'
import { billingVi } from './billing.vi.ts'

export type BillingTexts = Record<keyof typeof billingVi, string>

export function billingTexts(language: Language): BillingTexts {
  return language === 'en' ? billingEn : billingVi
}
