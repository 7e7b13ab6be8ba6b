import type { Language } from '../../words.ts'
import { customerCardEn } from './customer-card.en.ts'
import { customerCardVi } from './customer-card.vi.ts'

export type CustomerCardTexts = Record<keyof typeof customerCardVi, string>

export function customerCardTexts(language: Language): CustomerCardTexts {
  return language === 'en' ? customerCardEn : customerCardVi
}
