import type { Language } from '../../words.ts'
import { helpEn } from './help.en.ts'
import { helpVi } from './help.vi.ts'

export type HelpTexts = Record<keyof typeof helpVi, string>

export function helpTexts(language: Language): HelpTexts {
  return language === 'en' ? helpEn : helpVi
}
