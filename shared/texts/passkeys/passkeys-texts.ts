import type { Language } from '../../words.ts'
import { passkeysEn } from './passkeys.en.ts'
import { passkeysVi } from './passkeys.vi.ts'

export type PasskeysTexts = Record<keyof typeof passkeysVi, string>

export function passkeysTexts(language: Language): PasskeysTexts {
  return language === 'en' ? passkeysEn : passkeysVi
}
