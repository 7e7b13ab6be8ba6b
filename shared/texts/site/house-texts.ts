import type { Language } from '../../words.ts'
import { houseEn } from './house.en.ts'
import { houseVi } from './house.vi.ts'

export function houseTexts(language: Language): typeof houseVi {
  return language === 'en' ? houseEn : houseVi
}
