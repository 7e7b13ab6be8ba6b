import type { Language } from '../words.ts'
import { linkEn } from './link.en.ts'
import { linkVi } from './link.vi.ts'

export type LinkTexts = Record<keyof typeof linkVi, string>

export function linkTexts(language: Language): LinkTexts {
  return language === 'en' ? linkEn : linkVi
}
