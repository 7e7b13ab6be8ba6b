import type { Language } from '../../words.ts'
import { billingMailEn } from './billing-mail.en.ts'
import { billingMailVi } from './billing-mail.vi.ts'

export type BillingMailKey = keyof typeof billingMailVi

/** The texts of letters about plans and payments. */
export function billingMailTexts(language: Language): Record<BillingMailKey, string> {
  return language === 'en' ? billingMailEn : billingMailVi
}
