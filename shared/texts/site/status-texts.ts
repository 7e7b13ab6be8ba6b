import type { Language } from '../../words.ts'
import { statusEn } from './status.en.ts'
import { statusVi } from './status.vi.ts'

export type StatusTexts = Record<keyof typeof statusVi, string>

export function statusTexts(language: Language): StatusTexts {
  return language === 'en' ? statusEn : statusVi
}
