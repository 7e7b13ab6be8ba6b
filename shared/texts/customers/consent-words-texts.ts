import type { ConsentPart } from '../../rules/campaigns/consent-words.ts'
import type { Language } from '../../words.ts'
import { consentPartsEn, consentWordsEn } from './consent-words.en.ts'
import { consentPartsVi, consentWordsVi } from './consent-words.vi.ts'

export function consentWordsTexts(language: Language): Record<keyof typeof consentWordsVi, string> {
  return language === 'en' ? consentWordsEn : consentWordsVi
}

export function consentPartTexts(language: Language): Record<ConsentPart, string> {
  return language === 'en' ? consentPartsEn : consentPartsVi
}
