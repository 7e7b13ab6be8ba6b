import type { Language } from '../../words.ts'
import { usageEn } from './usage.en.ts'
import { usageVi } from './usage.vi.ts'

export type UsageTexts = Record<keyof typeof usageVi, string>

export function usageTexts(language: Language): UsageTexts {
  return language === 'en' ? usageEn : usageVi
}
