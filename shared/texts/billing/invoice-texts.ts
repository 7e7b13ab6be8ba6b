import type { Language } from '../../words.ts'
import { invoiceEn } from './invoice.en.ts'
import { invoiceVi } from './invoice.vi.ts'

export function invoiceTexts(language: Language): Record<keyof typeof invoiceVi, string> {
  return language === 'en' ? invoiceEn : invoiceVi
}
