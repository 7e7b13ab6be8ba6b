import type { Language } from '../../words.ts'
import { installationEn } from './installation.en.ts'
import { installationVi } from './installation.vi.ts'

export type InstallationTexts = Record<keyof typeof installationVi, string>

export function installationTexts(language: Language): InstallationTexts {
  return language === 'en' ? installationEn : installationVi
}
