import type { Language } from '../../words.ts'
import { customerSegmentsEn } from './customer-segments.en.ts'
import { customerSegmentsVi } from './customer-segments.vi.ts'

export type CustomerSegmentsTexts = Record<keyof typeof customerSegmentsVi, string>

export function customerSegmentsTexts(language: Language): CustomerSegmentsTexts {
  return language === 'en' ? customerSegmentsEn : customerSegmentsVi
}
