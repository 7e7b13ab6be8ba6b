import type { Language } from '../../words.ts'
import { retentionEn } from './retention.en.ts'
import { retentionVi } from './retention.vi.ts'

export type RetentionTexts = Record<keyof typeof retentionVi, string>

export function retentionTexts(language: Language): RetentionTexts {
  return language === 'en' ? retentionEn : retentionVi
}
