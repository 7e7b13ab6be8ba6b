import type { Language } from '../../words.ts'
import { configurationEn } from './configuration.en.ts'
import { configurationVi } from './configuration.vi.ts'

export type ConfigurationTexts = Record<keyof typeof configurationVi, string>

export function configurationTexts(language: Language): ConfigurationTexts {
  return language === 'en' ? configurationEn : configurationVi
}
