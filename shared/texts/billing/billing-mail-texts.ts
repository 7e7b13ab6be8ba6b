import type { Language } from '../../words.ts'
import { billingMailEn } from './billing-mail.en.ts'
import { billingMailVi } from './billing-mail.vi.ts'

export type BillingMailKey = keyof typeof billingMailVi

export function billingMailTexts(language: Language): Record<BillingMailKey, string> {
  return language === 'en' ? billingMailEn : billingMailVi
}
