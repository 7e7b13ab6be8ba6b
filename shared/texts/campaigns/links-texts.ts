import type { Language } from '../../words.ts'
import { linksEn } from './links.en.ts'
import { linksVi } from './links.vi.ts'

export type LinksTexts = Record<keyof typeof linksVi, string>

export function linksTexts(language: Language): LinksTexts {
  return language === 'en' ? linksEn : linksVi
}
