import type { Language } from '../../words.ts'
import { siteMailEn } from './site-mail.en.ts'
import { siteMailVi } from './site-mail.vi.ts'

/** The letters of the contact page in a language. */
export function siteTexts(language: Language): typeof siteMailVi {
  return language === 'en' ? siteMailEn : siteMailVi
}
