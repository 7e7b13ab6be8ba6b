import type { Language } from '../../words.ts'
import { houseEn } from './house.en.ts'
import { houseVi } from './house.vi.ts'

/** The texts of the product's own bot in a language. */
export function houseTexts(language: Language): typeof houseVi {
  return language === 'en' ? houseEn : houseVi
}
