import type { Language } from '../../words.ts'
import { pageCheckEn } from './page-check.en.ts'
import { pageCheckVi } from './page-check.vi.ts'

export type PageCheckTexts = Record<keyof typeof pageCheckVi, string>

export function pageCheckTexts(language: Language): PageCheckTexts {
  return language === 'en' ? pageCheckEn : pageCheckVi
}
