import type { Language } from '../../words.ts'
import { siteEn } from './site.en.ts'
import { siteVi } from './site.vi.ts'

export type SiteTexts = Record<keyof typeof siteVi, string>

export function siteTexts(language: Language): SiteTexts {
  return language === 'en' ? siteEn : siteVi
}
