import type { Language } from '../../words.ts'
import { requestProofEn } from './request-proof.en.ts'
import { requestProofVi } from './request-proof.vi.ts'

export function requestProofTexts(language: Language): Record<keyof typeof requestProofVi, string> {
  return language === 'en' ? requestProofEn : requestProofVi
}
