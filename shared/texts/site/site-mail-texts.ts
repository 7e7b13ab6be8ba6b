import type { Language } from '../../words.ts'
import { siteMailEn } from './site-mail.en.ts'
import { siteMailVi } from './site-mail.vi.ts'

export function siteTexts(language: Language): typeof siteMailVi {
  return language === 'en' ? siteMailEn : siteMailVi
}
