import type { Language } from '../../words.ts'
import { templatesEn } from './templates.en.ts'
import { templatesVi } from './templates.vi.ts'

export type TemplatesTexts = Record<keyof typeof templatesVi, string>

export function templatesTexts(language: Language): TemplatesTexts {
  return language === 'en' ? templatesEn : templatesVi
}
