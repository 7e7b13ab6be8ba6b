import type { Language } from '../../words.ts'
import { customerRightsEn } from './customer-rights.en.ts'
import { customerRightsVi } from './customer-rights.vi.ts'

export function customerRightsTexts(language: Language): Record<keyof typeof customerRightsVi, string> {
  return language === 'en' ? customerRightsEn : customerRightsVi
}
