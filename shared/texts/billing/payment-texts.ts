import type { Language } from '../../words.ts'
import { paymentEn } from './payment.en.ts'
import { paymentVi } from './payment.vi.ts'

export type PaymentTexts = Record<keyof typeof paymentVi, string>

export function paymentTexts(language: Language): PaymentTexts {
  return language === 'en' ? paymentEn : paymentVi
}
