import type { Language } from '../../words.ts'
import { customerScreensEn } from './customer-screens.en.ts'
import { customerScreensVi } from './customer-screens.vi.ts'

export type CustomerScreensTexts = Record<keyof typeof customerScreensVi, string>

export function customerScreensTexts(language: Language): CustomerScreensTexts {
  return language === 'en' ? customerScreensEn : customerScreensVi
}
