import type { Language } from '../../words.ts'
import { shopExportEn } from './shop-export.en.ts'
import { shopExportVi } from './shop-export.vi.ts'

export function shopExportTexts(language: Language): Record<keyof typeof shopExportVi, string> {
  return language === 'en' ? shopExportEn : shopExportVi
}
