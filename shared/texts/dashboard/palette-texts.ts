import type { Language } from '../../words.ts'
import { paletteEn } from './palette.en.ts'
import { paletteVi } from './palette.vi.ts'

export type PaletteTexts = Record<keyof typeof paletteVi, string>

export function paletteTexts(language: Language): PaletteTexts {
  return language === 'en' ? paletteEn : paletteVi
}
