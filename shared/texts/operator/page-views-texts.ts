import type { Language } from '../../words.ts'
import { pageViewsEn } from './page-views.en.ts'
import { pageViewsVi } from './page-views.vi.ts'

export type PageViewsTexts = Record<keyof typeof pageViewsVi, string>

export function pageViewsTexts(language: Language): PageViewsTexts {
  return language === 'en' ? pageViewsEn : pageViewsVi
}
