import type { Language } from '../../words.ts'
import { apiReferenceEn } from './api-reference.en.ts'
import { apiReferenceVi } from './api-reference.vi.ts'

export type ApiReferenceTexts = Record<keyof typeof apiReferenceVi, string>

export function apiReferenceTexts(language: Language): ApiReferenceTexts {
  return language === 'en' ? apiReferenceEn : apiReferenceVi
}
